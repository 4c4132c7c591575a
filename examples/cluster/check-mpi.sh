#!/bin/sh
# Checks one part of collections, as a process of an MPI launcher.
#   mpirun -n 4 check-mpi.sh --json games.pgn...
#   arbiter check --merge part-*.out
# A launcher ends all its processes when one of them fails: faulty games are no reason.
faulty=1 # the exit code where games have faults

part=$(printf 'part-%04d.out' "${OMPI_COMM_WORLD_RANK-$PMI_RANK}")
arbiter check "$@" >"$part" || [ $? -eq $faulty ]
