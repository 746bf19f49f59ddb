import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.atlas.AtlasBaseClient;
import org.apache.atlas.AtlasClient;
import org.apache.atlas.AtlasClientV2;
import org.apache.atlas.utils.AtlasJson;

/**
 * Drives a catalog through the public Java client, unmodified, as its users do.
 *
 * Usage: Driver URL FOLDER, the folder with these sources. Prints a line of JSON for every step; a step that fails does not end
 * the run.
 */
public final class Driver {
  /** What the client has beside requests. */
  private static final Set<String> noRequests = Set.of("close", "formatPathWithParameter", "getResource", "setCookie", "toString");

  public static void main(String[] args) throws Exception {
    String[] url = {args[0]};
    String[] login = {"admin", "admin"};
    AtlasClientV2 client = new AtlasClientV2(url, login);
    AtlasClient legacy = new AtlasClient(url, login);
    Map<String, Step> steps = new LinkedHashMap<>();
    World world = new World(client, legacy);
    TypeSteps.addTo(steps, world);
    EntitySteps.addTo(steps, world);
    AnnotationSteps.addTo(steps, world);
    RelationSteps.addTo(steps, world);
    SearchSteps.addTo(steps, world);
    GlossarySteps.addTo(steps, world);
    AdminSteps.addTo(steps, world);
    LegacySteps.addTo(steps, world);
    steps.put("every method of the clients is called", () -> everyMethodIsCalled(Path.of(args[1])));
    for (Map.Entry<String, Step> step : steps.entrySet()) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("step", step.getKey());
      line.put("failure", failureOf(step.getValue()));
      System.out.println(AtlasJson.toJson(line));
    }
    client.close();
    legacy.close();
  }

  private static String failureOf(Step step) {
    try {
      step.run();
      return null;
    } catch (Exception | LinkageError | AssertionError error) {
      StringWriter text = new StringWriter();
      error.printStackTrace(new PrintWriter(text));
      return text.toString();
    }
  }

  private static void everyMethodIsCalled(Path folder) throws Exception {
    StringBuilder sources = new StringBuilder();
    try (var files = Files.list(folder)) {
      for (Path file : files.filter(one -> one.toString().endsWith("Steps.java")).toList()) {
        sources.append(Files.readString(file));
      }
    }
    Set<String> missing = new TreeSet<>();
    Map<Class<?>, String> clients =
        Map.of(AtlasClientV2.class, "client.", AtlasBaseClient.class, "client.", AtlasClient.class, "legacy.");
    for (Map.Entry<Class<?>, String> client : clients.entrySet()) {
      for (Method method : client.getKey().getDeclaredMethods()) {
        String name = method.getName();
        boolean isOffered = Modifier.isPublic(method.getModifiers()) && !method.isSynthetic();
        boolean isRequest = !noRequests.contains(name) && !name.startsWith("callAPI");
        String call = client.getValue() + name + "(";
        if (isOffered && isRequest && sources.indexOf(call) < 0) missing.add(call);
      }
    }
    World.check(missing.isEmpty(), missing);
  }
}
