// Comp250Driver.java: asks the classes of COMP 250's assignment what the grader wants to know. It reads the calls of
// `arbiter game` and writes an answer to each; what the classes print is discarded. It knows no rules.
import java.io.*;
import java.lang.reflect.*;
import java.nio.charset.StandardCharsets;

public class Comp250Driver {
    private static Object game;
    private static PrintStream out;

    // Finds a method of any visibility in the class or in a superclass.
    private static Method method(Class<?> of, String name, Class<?>... kinds) throws NoSuchMethodException {
        for (Class<?> c = of; c != null; c = c.getSuperclass())
            try {
                Method found = c.getDeclaredMethod(name, kinds);
                found.setAccessible(true);
                return found;
            } catch (NoSuchMethodException absent) {
                continue;
            }
        throw new NoSuchMethodException("there is no " + of.getName() + "." + name);
    }

    private static Object field(Object of, String name) throws ReflectiveOperationException {
        for (Class<?> c = of.getClass(); c != null; c = c.getSuperclass())
            try {
                Field found = c.getDeclaredField(name);
                found.setAccessible(true);
                return found.get(of);
            } catch (NoSuchFieldException absent) {
                continue;
            }
        throw new NoSuchFieldException("there is no field " + of.getClass().getName() + "." + name);
    }

    private static Object piece(int x, int y) throws ReflectiveOperationException {
        Object board = field(game, "b");
        return method(board.getClass(), "get", int.class, int.class).invoke(board, x, y);
    }

    private static Object side(String word) {
        return Side.valueOf(word);
    }

    private static void history() throws ReflectiveOperationException {
        Iterable<?> entries = (Iterable<?>) field(game, "moveHistory");
        for (Object entry : entries) // one line each: line ends inside an entry are escaped, so that the report shows the wrong entry
            out.println(String.valueOf(entry).stripTrailing().replace("\r", "\\r").replace("\n", "\\n"));
    }

    private static void ask(String[] words) throws ReflectiveOperationException {
        int[] at = new int[4];
        for (int i = 1; i < words.length && i <= 4; i++)
            if (words[i].matches("-?[0-9]+"))
                at[i - 1] = Integer.parseInt(words[i]);
        Class<?> number = int.class;
        switch (words[0]) {
        case "new":
            game = newGame();
            out.println(true);
            break;
        case "move":
            out.println(method(game.getClass(), "move", number, number, number, number)
                            .invoke(game, at[0], at[1], at[2], at[3]));
            break;
        case "canMove":
            out.println(method(game.getClass(), "canMove", number, number, number, number, Side.class)
                            .invoke(game, at[0], at[1], at[2], at[3], side(words[5])));
            break;
        case "isInCheck":
            out.println(method(game.getClass(), "isInCheck", Side.class).invoke(game, side(words[1])));
            break;
        case "turn":
            out.println(field(game, "currentTurn"));
            break;
        case "pieceCanMove": {
            Object piece = piece(at[0], at[1]);
            out.println(piece != null &&
                        (Boolean) method(piece.getClass(), "canMove", number, number).invoke(piece, at[2], at[3]));
            break;
        }
        case "symbol": {
            Object piece = piece(at[0], at[1]);
            out.println(piece == null ? "." : method(piece.getClass(), "getSymbol").invoke(piece));
            break;
        }
        case "history":
            history();
            break;
        default:
            out.println("(there is no " + words[0] + ")");
        }
    }

    private static Object newGame() throws ReflectiveOperationException {
        Constructor<?> make = Class.forName("Game").getDeclaredConstructor();
        make.setAccessible(true);
        return make.newInstance();
    }

    // An exception of the submission counts as a wrong answer, which names the place where it was thrown.
    private static void tell(Throwable thrown) {
        Throwable cause = thrown instanceof InvocationTargetException ? thrown.getCause() : thrown;
        String place = "";
        for (StackTraceElement frame : cause.getStackTrace())
            if (!frame.getClassName().matches("(java|jdk|sun|Comp250Driver)\\b.*")) {
                place = " at " + frame.getFileName() + ":" + frame.getLineNumber();
                break;
            }
        String words = String.valueOf(cause.getMessage()).replaceAll("\\s+", " ");
        out.println("(" + cause.getClass().getSimpleName() + place + ": " + words + ")");
    }

    public static void main(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        System.setOut(nowhere);
        System.setErr(nowhere);
        System.setIn(InputStream.nullInputStream());
        try {
            game = newGame();
        } catch (Throwable thrown) {
            tell(thrown);
        }
        for (String line; (line = in.readLine()) != null;) {
            String[] words = line.trim().split("\\s+");
            if (words[0].isEmpty() || words[0].startsWith("#"))
                continue;
            try {
                ask(words);
            } catch (Throwable thrown) {
                tell(thrown);
            }
            out.flush();
        }
        out.flush();
        System.exit(0);
    }
}
