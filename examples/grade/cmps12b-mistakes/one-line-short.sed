# The last line is never judged.
s/out.println(judge(line));/if (in.ready()) out.println(judge(line));/
