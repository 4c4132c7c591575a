// drawings.js: the drawings of all pieces, our own, in cells of 100 by 100; their one home. The page reads this text,
// and the build takes the same lines for the pictures that the command writes (formats/picture). `piece` names the
// kinds that are drawn so; `body` is filled and outlined, in this order; `line` and `dot` lie on top.
export const DRAWINGS = `
piece pawn
body M44 47c0 14-7 22-13 32h38c-6-10-13-18-13-32z
body M50 17a14.5 14.5 0 0 1 9 26h5c3 0 3 6 0 6H36c-3 0-3-6 0-6h5a14.5 14.5 0 0 1 9-26z
body M27 79h46c4 0 6 3 6 6v4H21v-4c0-3 2-6 6-6z

piece rook
body M35 42h30l4 37H31z
body M24 17h13v8h7v-8h12v8h7v-8h13v19l-9 8H33l-9-8z
body M27 79h46c4 0 6 3 6 6v4H21v-4c0-3 2-6 6-6z
line M34 53h32

piece knight
body M30 79c0-14 14-18 17-31-6 3-9 8-14 10-4 1-4 5-8 4-6-2-10-7-8-12l13-22c1-5 2-9 2-9l2-11 9 8c22 1 37 20 36 44 0 8-1 13-3 19z
body M27 79h46c4 0 6 3 6 6v4H21v-4c0-3 2-6 6-6z
line M54 24c11 5 17 18 16 34
line M24 51l3-2
dot 38 33 3.2

piece bishop
body M42 64c0 7-4 11-9 15h34c-5-4-9-8-9-15z
body M50 22c-13 8-20 18-19 29 1 6 4 9 8 11h22c4-2 7-5 8-11 1-11-6-21-19-29z
body M36 61h28c4 0 4 7 0 7H36c-4 0-4-7 0-7z
body M50 11a6 6 0 1 1 0 12 6 6 0 0 1 0-12z
body M27 79h46c4 0 6 3 6 6v4H21v-4c0-3 2-6 6-6z
line M50 34v17
line M42 42h16

piece queen
body M16 30l13 22 4-29 12 26 5-31 5 31 12-26 4 29 13-22-9 38H25z
body M25 67h50c4 0 4 6 1 8l-3 4H27l-3-4c-3-2-3-8 1-8z
body M16 24.5a5 5 0 1 1 0 10 5 5 0 0 1 0-10z
body M33 15.5a5 5 0 1 1 0 10 5 5 0 0 1 0-10z
body M50 11a5 5 0 1 1 0 10 5 5 0 0 1 0-10z
body M67 15.5a5 5 0 1 1 0 10 5 5 0 0 1 0-10z
body M84 24.5a5 5 0 1 1 0 10 5 5 0 0 1 0-10z
body M27 79h46c4 0 6 3 6 6v4H21v-4c0-3 2-6 6-6z
line M30 61c13-3 27-3 40 0

piece king
body M46.5 7h7v5.5H59v6.5h-5.5v8h-7v-8H41v-6.5h5.5z
body M50 48c-7-8-9-13-8-18 1-6 15-6 16 0 1 5-1 10-8 18z
body M27 68C10 57 10 35 30 33c9-1 16 5 20 15 4-10 11-16 20-15 20 2 20 24 3 35z
body M25 67h50c4 0 4 6 1 8l-3 4H27l-3-4c-3-2-3-8 1-8z
body M27 79h46c4 0 6 3 6 6v4H21v-4c0-3 2-6 6-6z
line M50 49v9
line M30 61c13-3 27-3 40 0

piece archbishop cardinal princess
body M37 62c0-9.8 9.8-12.6 11.9-21.7-4.2 2.1-6.3 5.6-9.8 7-2.8 0.7-2.8 3.5-5.6 2.8-4.2-1.4-7-4.9-5.6-8.4l9.1-15.4c0.7-3.5 1.4-6.3 1.4-6.3l1.4-7.7 6.3 5.6c15.4 0.7 25.9 14 25.2 30.8 0 5.6-0.7 9.1-2.1 13.3z
body M42 64c0 7-4 11-9 15h34c-5-4-9-8-9-15z
body M34 60h32c4 0 4 7 0 7H34c-4 0-4-7 0-7z
body M27 79h46c4 0 6 3 6 6v4H21v-4c0-3 2-6 6-6z
line M58 34v18
line M50 41h16
dot 43 30 2.6

piece chancellor marshal empress
body M37 58c0-9.2 9.2-11.9 11.2-20.5-4 2-5.9 5.3-9.2 6.6-2.6 0.7-2.6 3.3-5.3 2.6-4-1.3-6.6-4.6-5.3-7.9l8.6-14.5c0.7-3.3 1.3-5.9 1.3-5.9l1.3-7.3 5.9 5.3c14.5 0.7 24.4 13.2 23.8 29 0 5.3-0.7 8.6-2 12.5z
body M33 62h34l3 17H30z
body M24 48h12v6h8v-6h12v6h8v-6h12v13l-8 7H32l-8-7z
body M27 79h46c4 0 6 3 6 6v4H21v-4c0-3 2-6 6-6z
line M53 22c7 3 11 10 11 20
dot 43 28 2.6

piece nightrider
body M30 79c0-14 14-18 17-31-6 3-9 8-14 10-4 1-4 5-8 4-6-2-10-7-8-12l13-22c1-5 2-9 2-9l2-11 9 8c7 0 13 1 18 4l10-5-3 10c4 3 7 7 9 12l11 0-7 9c2 5 3 10 3 15l9 6-10 5c0 7-1 11-3 17z
body M27 79h46c4 0 6 3 6 6v4H21v-4c0-3 2-6 6-6z
line M54 26c10 5 15 16 14 30
line M24 51l3-2
dot 38 33 3.2

piece royal-knight
body M46.5 5h7v5H59v6h-5.5v8h-7v-8H41v-6h5.5z
body M36 68c0-9.2 9.2-11.9 11.2-20.5-4 2-5.9 5.3-9.2 6.6-2.6 0.7-2.6 3.3-5.3 2.6-4-1.3-6.6-4.6-5.3-7.9l8.6-14.5c0.7-3.3 1.3-5.9 1.3-5.9l1.3-7.3 5.9 5.3c14.5 0.7 24.4 13.2 23.8 29 0 5.3-0.7 8.6-2 12.5z
body M25 67h50c4 0 4 6 1 8l-3 4H27l-3-4c-3-2-3-8 1-8z
body M27 79h46c4 0 6 3 6 6v4H21v-4c0-3 2-6 6-6z
line M53 32c7 3 11 10 11 21
dot 42 38 2.6

piece cannon
body M20 42l46-22 12 24-44 22c-7 3-14 1-17-5-3-7-2-15 3-19z
body M62 17l9-4 15 30-9 4z
body M40 44a18 18 0 1 1 0 36 18 18 0 0 1 0-36z
body M27 79h46c4 0 6 3 6 6v4H21v-4c0-3 2-6 6-6z
line M40 50v24
line M28 62h24
dot 40 62 4

piece grasshopper
body M54 52l15-32c1-3 6-2 6 1l9 54c1 4-5 5-6 1l-8-38-9 19z
body M13 45c0-8 6-13 14-13 7 0 11 3 14 7 16 1 31 5 45 15 3 2 1 5-2 5-15 2-31 6-45 6-14 0-26-8-26-20z
body M34 62l6 17h-7l-6-19z
body M22 34l-8-20 5-2 8 20z
body M27 79h46c4 0 6 3 6 6v4H21v-4c0-3 2-6 6-6z
line M42 40c-2 8-2 15 0 22
line M52 44c12 1 20 4 28 10
dot 24 42 3.2

piece man guard commoner
body M50 47c17 0 28 12 29 32H21c1-20 12-32 29-32z
body M50 15a16 16 0 1 1 0 32 16 16 0 0 1 0-32z
body M27 79h46c4 0 6 3 6 6v4H21v-4c0-3 2-6 6-6z
line M50 52v20
line M42 52l8 8 8-8

piece sergeant
body M44 47c0 14-7 22-13 32h38c-6-10-13-18-13-32z
body M50 21a14 14 0 0 1 9 22h5c3 0 3 6 0 6H36c-3 0-3-6 0-6h5a14 14 0 0 1 9-22z
body M47 8h6l2 14h-10z
body M27 79h46c4 0 6 3 6 6v4H21v-4c0-3 2-6 6-6z
line M41 64l9-8 9 8
line M38 73l12-9 12 9
line M37 33h26

piece elephant
body M33 79V58c-5 3-8 8-8 14 0 5-9 5-10 0-1-9 2-15 2-24 0-18 13-31 31-31 19 0 34 13 34 33v29H67V66c-6 2-13 2-19 0v13z
body M27 79h46c4 0 6 3 6 6v4H21v-4c0-3 2-6 6-6z
line M53 24c-9 8-9 24 2 33 12 0 19-10 17-21
line M33 58c4-3 6-7 6-12
dot 33 37 3.2

piece wolf
body M22 11l16 12h24l16-12 4 30 5 12-13 1-5 9-9 6-4 10H44l-4-10-9-6-5-9-13-1 5-12z
body M27 79h46c4 0 6 3 6 6v4H21v-4c0-3 2-6 6-6z
line M43 67h14
line M38 52l8 5
line M62 52l-8 5
line M30 24l4 10
line M70 24l-4 10
dot 38 43 3.2
dot 62 43 3.2
dot 50 68 4.5

piece fox
body M13 10c10 3 19 8 25 16h24c6-8 15-13 25-16 1 12-2 22-6 30-1 12-7 21-16 27l-11 12h-8L35 67c-9-6-15-15-16-27-4-8-7-18-6-30z
body M27 79h46c4 0 6 3 6 6v4H21v-4c0-3 2-6 6-6z
line M20 44c12 2 22 9 28 24
line M80 44c-12 2-22 9-28 24
dot 37 43 3.2
dot 63 43 3.2
dot 50 71 4.5

piece janus
body M50 13c-13 0-22 8-22 20l-7 12 7 3v8c0 5 4 7 11 6v6c-5 2-9 5-11 11h44c-2-6-6-9-11-11v-6c7 1 11-1 11-6v-8l7-3-7-12c0-12-9-20-22-20z
body M27 79h46c4 0 6 3 6 6v4H21v-4c0-3 2-6 6-6z
line M50 15v52
line M31 27c12-6 26-6 38 0
line M28 54h7
line M72 54h-7
dot 38 38 3
dot 62 38 3
`;
