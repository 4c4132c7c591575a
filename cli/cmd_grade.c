/* cmd_grade.c: the command `arbiter grade`: runs other implementations on Lab 3's tests. Layer:
 * cli. */
#include "cli/grade/grade_call.h"
#include "cli/io/interrupts.h"
#include "grade/intake/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SANITIZER_ADDRESS = 1 << 30 }; /* MiB */

const char *cli_grade_title(const cli_args *args, const grade_plan *plan)
{
    const char *title = cli_value(args, "title");
    if (title == NULL && plan->course != NULL)
        title = plan->course->title;
    return title != NULL ? title : "Lab 3";
}

void cli_grade_step(void *context, size_t tests)
{
    cli_grade_bar *bar = context;
    bar->done += tests;
    cli_progress_rate(&bar->progress, bar->done, bar->total, bar->done, "tests");
}

static int grade_one(const cli_args *args, const grade_plan *plan, const grade_source *source)
{
    grade_entry entry = {.source = *source, .done = true};
    cli_grade_bar bar = {.progress = cli_progress_begin(), .total = plan->count};
    bool ok = grade_result_make(&entry.result, plan, source, 0, cli_grade_step, &bar);
    int code = CLI_INTERNAL;
    cli_progress_end(&bar.progress);
    if (ok && entry.result.ran)
        code = cli_grade_put_one(args, plan, &entry);
    else if (cli_interrupted)
        cli_error("stopped");
    else
        cli_error("%s", ok ? entry.result.log : "not enough memory");
    grade_result_free(&entry.result);
    free(entry.name);
    return code;
}

/* ---- The call ---- */

/* Reads the limits. `threads` is the number of submissions graded at a time. */
static bool read_limits(const cli_args *args, const grade_course *course, grade_limits *limits,
                        long *threads)
{
    long seconds, memory, processes, processors = sysconf(_SC_NPROCESSORS_ONLN);
    long usual_time = course->seconds > 0 ? course->seconds : 10;
    long usual_memory = course->memory > 0 ? course->memory : 512;
    long usual_processes = course->processes > 0 ? course->processes : 32;
    if (!cli_number(args, "j", 1, GRADE_SLOT_LIMIT, processors > 0 ? processors : 1, threads) ||
        !cli_number(args, "time", 1, 3600, usual_time, &seconds) ||
        !cli_megabytes(args, "memory", 16, 1 << 20, usual_memory, &memory) ||
        !cli_number(args, "processes", 1, 4096, usual_processes, &processes))
        return false;
    *limits = (grade_limits){.seconds = (unsigned)seconds,
                             .memory = (unsigned)memory,
                             .processes = (unsigned)processes + CLI_GRADE_OWN_PROCESSES,
                             .file = 16};
    return true;
}

/* Checks that the requested outputs fit what is graded. */
static int read_outputs(const cli_args *args)
{
    static const char *const of_class[] = {"csv",  "resume", "reports",
                                           "only", "canvas", "brightspace"};
    bool class = cli_given(args, "submissions");
    for (size_t i = 0; i < sizeof of_class / sizeof of_class[0]; i++)
        if (cli_given(args, of_class[i]) && !class)
            return cli_usage(args->command, "--csv, --reports, --canvas, --brightspace, --resume "
                                            "and --only are of --submissions");
    if (cli_given(args, "classroom") && class && !cli_given(args, "only"))
        return cli_usage(args->command, "--classroom is of one submission");
    bool canvas = cli_given(args, "canvas"), brightspace = cli_given(args, "brightspace");
    if (canvas && brightspace)
        return cli_usage(args->command, "a roster is Canvas's or Brightspace's, not both");
    if (cli_given(args, "roster") && !canvas && !brightspace)
        return cli_usage(args->command, "--roster is of --canvas or --brightspace");
    return CLI_OK;
}

/* Checks what a course may state in place of the call. */
static int check_with_course(const cli_args *args, const grade_plan *plan)
{
    const grade_course *course = plan->course;
    bool sanitize = cli_given(args, "sanitize") || (course != NULL && course->sanitize);
    bool leaks = cli_given(args, "leaks") || (course != NULL && course->leaks);
    bool classes = course == NULL || (course->format->hand == GRADE_HAND_CLASS &&
                                      course->format->questions != GRADE_ASK_GAME);
    if ((cli_given(args, "canvas") || cli_given(args, "brightspace")) &&
        !cli_given(args, "roster") && (course == NULL || course->roster == NULL))
        return cli_usage(args->command, "--canvas and --brightspace take the students from a "
                                        "--roster, or the course's");
    if ((sanitize || leaks) &&
        (!classes || cli_given(args, "program") || cli_given(args, "library")))
        return cli_usage(args->command, "--sanitize and --leaks are of C++ classes");
    if (sanitize && leaks)
        return cli_usage(args->command, "--sanitize and --leaks are two runs: each has its own "
                                        "way to allocate");
    return CLI_OK;
}

/* Reads what is handed in: exactly one of the options for it must be given. */
static int read_source(const cli_args *args, grade_source *source)
{
    static const char *const names[] = {"program", "library", "class", "submissions"};
    int given = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *what = cli_value(args, names[i]);
        if (what == NULL)
            continue;
        given++;
        *source = (grade_source){(grade_way)i, what};
    }
    if (given != 1)
        return cli_usage(args->command, "one of --program, --library, --class and --submissions "
                                        "says what to grade");
    int code = read_outputs(args);
    if (code != CLI_OK)
        return code;
    return args->count > 0 || cli_given(args, "course")
               ? CLI_OK
               : cli_usage(args->command, "a test FILE or --course is missing");
}

static bool is_bundle(const cli_args *args)
{
    return cli_given(args, "gradescope-bundle") || cli_given(args, "github-bundle");
}

static int read_bundle(const cli_args *args)
{
    static const char *const others[] = {"program", "library", "class", "submissions"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (cli_given(args, others[i]))
            return cli_usage(args->command, "a bundle is made without submissions");
    if (cli_given(args, "gradescope-bundle") && cli_given(args, "github-bundle"))
        return cli_usage(args->command, "one bundle is made at a time");
    return args->count > 0 || cli_given(args, "course")
               ? CLI_OK
               : cli_usage(args->command, "a test FILE or --course is missing");
}

/* Is there something to grade? A command is left to its shell to find, and a class is examined
 * later. */
static int open_source(const grade_source *source)
{
    if (source->way != GRADE_BY_LIBRARY && source->way != GRADE_BY_CLASS)
        return CLI_OK;
    bool packed = source->way == GRADE_BY_CLASS && grade_is_archive(source->what);
    int kind = source->way == GRADE_BY_CLASS && !packed ? O_DIRECTORY : 0;
    int fd = open(source->what, O_RDONLY | O_CLOEXEC | kind);
    if (fd < 0) {
        cli_error_of(source->what, "cannot be opened: %s", strerror(errno));
        return CLI_BAD_INPUT;
    }
    close(fd);
    return CLI_OK;
}

static const char *const results[] = {"gradescope", "classroom", "html",       "reports",
                                      "csv",        "canvas",    "brightspace"};
enum { RESULTS = sizeof results / sizeof *results };

/* Refuses a result that would replace the file `input` or, if that is NULL, one that was read so
 * far. */
static int spare(const cli_args *args, const char *input)
{
    int code = CLI_OK;
    for (size_t i = 0; code == CLI_OK && i < RESULTS; i++) {
        const char *path = cli_value(args, results[i]);
        if (path != NULL && input != NULL)
            code = cli_spares(args->command, input, path);
        else if (path != NULL && cli_was_read(path))
            code = CLI_USAGE;
    }
    return code;
}

int cli_grade_spares(const cli_args *args, const grade_class *class)
{
    int code = CLI_OK;
    for (size_t i = 0; code == CLI_OK && i < class->count; i++)
        if (class->entries[i].source.what != NULL)
            code = spare(args, class->entries[i].source.what);
    return code;
}

/* Checks in advance that the folders for results exist, because results are written only after all
 * grading is done. */
static int check_results(const cli_args *args)
{
    for (size_t i = 0; i < RESULTS; i++) {
        const char *path = cli_value(args, results[i]);
        size_t len = path != NULL ? strlen(path) : 0;
        while (len > 0 && path[len - 1] == '/') /* of a folder's own name */
            len--;
        while (len > 0 && path[len - 1] != '/')
            len--;
        char *folder = len > 0 ? strndup(path, len) : NULL;
        bool there = folder == NULL || access(folder, W_OK | X_OK) == 0;
        free(folder);
        if (!there) {
            cli_error_of(path, "cannot be written: %s", strerror(errno));
            return CLI_BAD_INPUT;
        }
    }
    return CLI_OK;
}

static int find_sandbox(const cli_args *args, grade_sandbox *sandbox)
{
    char why[512];
    if (cli_given(args, "no-sandbox")) {
        *sandbox = grade_sandbox_open();
        return CLI_OK;
    }
    if (grade_sandbox_find(sandbox, why, sizeof why))
        return CLI_OK;
    cli_error("submissions cannot be isolated here: %s; --no-sandbox runs them all the same, with "
              "your rights",
              why[0] != '\0' ? why : "bubblewrap (bwrap) does not work");
    return CLI_INTERNAL;
}

/* A rule set and the file that it was read from; NULL if the rule set is shipped. */
typedef struct {
    arb_rules storage;
    char path[GRADE_PATH_LIMIT];
    const char *file;
} rules_from;

/* Reads how tests are to be read: as the call says, else as the course does. */
static bool read_reading(const cli_args *args, const cli_grade_course *course, rules_from *from,
                         grade_reading *reading)
{
    const char *rules = cli_value(args, "rules"), *mobility = cli_value(args, "mobility");
    if (rules == NULL && course->course.rules != NULL)
        rules = arb_rules_find(course->course.rules, strlen(course->course.rules)) != NULL
                    ? course->course.rules
                    : cli_grade_course_path(course, course->course.rules, from->path,
                                            sizeof from->path);
    *reading = (grade_reading){.questions = course->course.format != NULL
                                                ? course->course.format->questions
                                                : GRADE_ASK_LAB,
                               .loose = course->course.loose};
    reading->rules = cli_rules(rules != NULL ? rules : "lab", &from->storage);
    from->file = reading->rules == &from->storage ? rules : NULL;
    reading->mobility =
        (mobility != NULL ? strcmp(mobility, "legal-only") == 0 : course->course.legal_only)
            ? ARB_MOBILITY_LEGAL_ONLY
            : ARB_MOBILITY_VALID;
    return reading->rules != NULL;
}

static int run_tests(const cli_args *args, const grade_source *source,
                     const cli_grade_course *course, grade_plan *plan, unsigned threads)
{
    rules_from rules;
    char course_files[GRADE_PATH_LIMIT];
    const char *own_files = cli_value(args, "course-files");
    grade_reading reading;
    cli_grade_tests tests;

    if (!read_reading(args, course, &rules, &reading))
        return CLI_BAD_INPUT;
    if (own_files == NULL && course->course.course_files != NULL)
        own_files = cli_grade_course_path(course, course->course.course_files, course_files,
                                          sizeof course_files);
    plan->assignment = (grade_assignment){
        .format = course->course.format,
        .main = course->course.main,
        .build = course->course.build,
        .run = course->course.run,
        .forbidden = course->course.forbidden,
        .forbidden_count = course->course.forbidden_count,
        .course = own_files,
        .bonus = strcmp(reading.rules->name, "lab-bonus") == 0,
        .sanitize = cli_given(args, "sanitize") || course->course.sanitize,
        .leaks = cli_given(args, "leaks") || course->course.leaks,
    };
    if (plan->assignment.sanitize) /* sanitizers reserve a table for the whole address space */
        plan->scheme.limits.address = SANITIZER_ADDRESS;
    int code = args->count > 0 ? cli_grade_tests_read(&tests, reading, args->words, args->count)
                               : cli_grade_tests_of_course(&tests, reading, course);
    plan->tests = tests.tests;
    plan->count = tests.count;
    if (code == CLI_OK)
        code = spare(args, NULL); /* the tests that a course names */
    if (code == CLI_OK && is_bundle(args))
        code = cli_grade_bundle(args, plan, rules.file);
    else if (code == CLI_OK)
        code = cli_given(args, "submissions") ? cli_grade_class(args, plan, source->what, threads)
                                              : grade_one(args, plan, source);
    cli_grade_tests_free(&tests);
    return code;
}

static int run(const cli_args *args)
{
    grade_source source = {.what = NULL};
    cli_grade_course course = {.folder = ""};
    grade_plan plan = {.stop = &cli_interrupted};
    long threads = 1;
    if (cli_given(args, "generate"))
        return cli_grade_generate(args);
    int code = is_bundle(args) ? read_bundle(args) : read_source(args, &source);
    if (code == CLI_OK && cli_given(args, "course")) {
        code = cli_grade_course_read(args, &course);
        plan.course = &course.course;
    }
    if (code == CLI_OK)
        code = check_with_course(args, &plan);
    plan.scheme.partial = cli_given(args, "partial") || course.course.partial;
    if (code == CLI_OK && !read_limits(args, &course.course, &plan.scheme.limits, &threads))
        code = CLI_USAGE;
    if (code == CLI_OK && !is_bundle(args))
        code = open_source(&source);
    if (code == CLI_OK)
        code = check_results(args);
    if (code == CLI_OK && course.course.roster != NULL)
        code = spare(args, course.course.roster);
    if (code == CLI_OK && !is_bundle(args))
        code = find_sandbox(args, &plan.sandbox);
    if (code == CLI_OK) {
        cli_catch_interrupts();
        if (source.way == GRADE_BY_CLASS && plan.course != NULL &&
            plan.course->format->hand == GRADE_HAND_PROGRAM)
            source.way = GRADE_BY_SOURCE;
        code = run_tests(args, &source, &course, &plan, (unsigned)threads);
        grade_sandbox_free(&plan.sandbox);
    }
    grade_course_free(&course.course);
    return code;
}

static const cli_option options[] = {
    {"program", "CMD", NULL, "grade a command: config on its stdin, answers on its stdout"},
    {"library", "FILE", NULL, "grade a shared library with the functions of lab3.h"},
    {"class", "DIR", NULL, "grade the course's C++ classes as handed in"},
    {"submissions", "DIR", NULL, "grade every folder, library and program in DIR"},
    {"course", "NAME|FILE", NULL, "the assignment: a course's name or a course file"},
    {"rules", "NAME|FILE", NULL, "lab (default), lab-bonus, or another rule set"},
    {"mobility", "HOW", "valid|legal-only",
     "in scores, count moves that take the king (valid, default) or leave them out"},
    {"course-files", "DIR", NULL,
     "with --class: files that replace handed-in ones, as Chess.h does"},
    {"sanitize", NULL, NULL, "with --class: compile with the address and undefined sanitizers"},
    {"leaks", NULL, NULL, "with --class: say what is allocated and never freed, and where"},
    {"partial", NULL, NULL, "points in proportion to the actions before the first mismatch"},
    {"json", NULL, NULL, "print one JSON object for each test; the last one has the total"},
    {"gradescope", "FILE", NULL,
     "write Gradescope's results.json; with --submissions a folder with one NAME.json each"},
    {"classroom", "FILE", NULL, "write what GitHub Classroom's reporter reads"},
    {"html", "FILE", NULL, "a page with board pictures, of one submission or of all"},
    {"reports", "DIR", NULL,
     "with --submissions: an overview, and a page and a text for each student"},
    {"csv", "FILE", NULL, "with --submissions: a table for a spreadsheet"},
    {"canvas", "FILE", NULL, "with --submissions: marks to import into Canvas"},
    {"brightspace", "FILE", NULL, "with --submissions: marks to import into Brightspace"},
    {"roster", "FILE", NULL,
     "the students, as the gradebook exports them (default: the course's roster)"},
    {"title", "TEXT", NULL, "what the assignment is called in reports and gradebooks (Lab 3)"},
    {"resume", "DIR", NULL, "with --submissions: keep results there, and reuse what is unchanged"},
    {"only", "NAME", NULL, "with --submissions: grade only this one, again"},
    {"gradescope-bundle", "DIR", NULL, "make Gradescope's autograder of the tests there"},
    {"github-bundle", "DIR", NULL, "make a template for GitHub Classroom there"},
    {"j", "N", NULL, "with --submissions: how many at a time (one for each processor)"},
    {"time", "S", NULL, "seconds a test may take (10)"},
    {"memory", "MIB", NULL, "memory of a submission, all its processes together (512)"},
    {"processes", "N", NULL, "processes and threads at once (32)"},
    {"no-sandbox", NULL, NULL, "run without isolation, with your own rights"},
    {"generate", "N", NULL, "do not grade: write N new tests into the folder FILE (.)"},
    {"seed", "S", NULL, "with --generate and --course: the same number gives the same tests (1)"},
    {"size", "MxN", NULL, "with --generate: rows and columns (8x8)"},
    {"part", "P", NULL, "with --generate: 1 to 4, or 5 for the bonus (3)"},
    {NULL, NULL, NULL, NULL},
};

const cli_command cli_command_grade = {
    .name = "grade",
    .arguments = "[FILE]...",
    .summary = "grade Lab 3 programs, libraries and classes",
    .help =
        "Runs a submission on each config FILE and compares its answers, call by call, with\n"
        "the referee's. Prints the course's own output, then what was expected and why, and a\n"
        "total. A test gives its points when every answer is right.\n"
        "\n"
        "A program reads the config on its standard input and prints one line for each action:\n"
        "true or false; for a scan the valid moves (r c R C) or threatened pieces (r c), one per\n"
        "line, and a line with a dot; a number for scores. It sees only the files that its\n"
        "command names. A library has the functions of lab3.h. For classes, every .cc file\n"
        "except main.cc is compiled with a driver; ChessBoard.hh may lie in a folder below or in\n"
        "a .zip, .tar or .tar.gz file, and the course's Chess.h replaces a handed-in one.\n"
        "isValidScan is asked for the side to move, underThreatScan for every square; the board\n"
        "is compared after every piece that is created and after every action.\n"
        "\n"
        "Submissions run in bubblewrap: no network, no other process or file, a private /tmp,\n"
        "limits on time, memory, processes, files and output. A crash, a hang or a flood costs\n"
        "that test its points and nothing else. Where the machine cannot isolate them, they\n"
        "are not run, unless --no-sandbox is given.\n"
        "\n"
        "--submissions grades everything in DIR, one student for each name. A folder with\n"
        "ChessBoard.hh counts as classes, a .so file as a library, an executable file (or a\n"
        "folder with an executable called lab3 or chess) as a program. With --resume a stopped\n"
        "run goes on where it stopped.\n"
        "\n"
        "--gradescope-bundle and --github-bundle write a folder with the tests and this program.\n"
        "Zip the first for Gradescope, push the second to GitHub; they grade there by themselves.\n"
        "\n"
        "--generate writes tests that exercise named rules (pin, discovered check, castling\n"
        "refused for each reason, ...), with a comment at each call, and reports which rules and\n"
        "verdicts they cover.",
    .examples = "arbiter grade --program ./chess tests/part*.txt\n"
                "arbiter grade --class alice --partial tests/part*.txt\n"
                "arbiter grade --library ./mine.so --rules lab-bonus bonus/*.txt\n"
                "arbiter grade --class . --gradescope results.json tests/*.txt\n"
                "arbiter grade --submissions handed-in --resume state --html report.html \\\n"
                "    --csv grades.csv tests/*.txt\n"
                "arbiter grade --course lab3 --submissions handed-in --reports reports \\\n"
                "    --roster gradebook.csv --canvas marks.csv\n"
                "arbiter grade --course lab3 --gradescope-bundle autograder\n"
                "arbiter grade --generate 20 --seed 7 --part 4 fresh",
    .min_words = 0,
    .max_words = CLI_ANY_WORDS,
    .options = options,
    .writes = "gradescope|classroom|html|csv|canvas|brightspace",
    .run = run,
};
