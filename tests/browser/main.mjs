// main.mjs: all tests of the page, one after the other.  run BUILD [PART OF A NAME]
import { runAll } from "./harness.mjs";
import "./test_whole_games.mjs";
import "./test_people.mjs";
import "./test_boards.mjs";
import "./test_hands.mjs";
import "./test_pointer.mjs";
import "./test_record.mjs";
import "./test_details.mjs";
import "./test_why.mjs";
import "./test_study.mjs";
import "./test_engines.mjs";
import "./test_class.mjs";
import "./test_drag.mjs";
import "./test_arena.mjs";
import "./test_setup.mjs";
import "./test_playing.mjs";
import "./test_layout.mjs";
import "./test_access.mjs";
import "./test_languages.mjs";

process.exit(await runAll(process.argv[2] ?? "") ? 0 : 1);
