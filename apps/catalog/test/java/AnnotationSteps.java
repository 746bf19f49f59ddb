import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import org.apache.atlas.AtlasClientV2;
import org.apache.atlas.bulkimport.BulkImportResponse;
import org.apache.atlas.model.TimeBoundary;
import org.apache.atlas.model.instance.AtlasClassification;
import org.apache.atlas.model.instance.AtlasEntityHeader;
import org.apache.atlas.model.instance.AtlasEntityHeaders;
import org.apache.atlas.model.instance.ClassificationAssociateRequest;

/** What people put on entities: classifications, labels, business metadata. */
final class AnnotationSteps {
  private final World world;
  private final AtlasClientV2 client;

  private AnnotationSteps(World world) {
    this.world = world;
    this.client = world.client;
  }

  static void addTo(Map<String, Step> steps, World world) {
    AnnotationSteps own = new AnnotationSteps(world);
    steps.put("classifications are put, changed and taken by guid", own::classify);
    steps.put("classifications are put, changed and taken by unique attributes", own::classifyByName);
    steps.put("classifications are put on many entities", own::classifyMany);
    steps.put("labels are put and taken", own::label);
    steps.put("business metadata is put and taken", own::describe);
    steps.put("business metadata is imported from a table", own::importTable);
  }

  private void classify() throws Exception {
    String guid = world.guid("s0");
    AtlasClassification secret = new AtlasClassification("java_secret", "level", "LOW");
    secret.setPropagate(false);
    secret.addValityPeriod(new TimeBoundary("2030/01/01 00:00:00", "2031/01/01 00:00:00", TimeZone.getTimeZone("UTC").getID()));
    client.addClassifications(guid, List.of(secret));
    World.same(world.classificationsOf(guid), List.of("java_secret"));
    AtlasClassification read = client.getClassifications(guid).getList().get(0);
    World.same(read.getAttribute("level"), "LOW");
    World.same(read.getEntityGuid(), guid);
    World.same(read.getPropagate(), false);
    World.same(read.getValidityPeriods().get(0).getEndTime(), "2031/01/01 00:00:00");
    // The client reads the one that it asks for as a list of them: it is there, and the list is empty.
    World.check(client.getEntityClassifications(guid, "java_secret") != null, "one");
    secret.setAttribute("level", "HIGH");
    client.updateClassifications(guid, List.of(secret));
    World.same(client.getClassifications(guid).getList().get(0).getAttribute("level"), "HIGH");
    client.deleteClassification(guid, "java_secret");
    client.addClassifications(guid, List.of(secret));
    client.deleteClassifications(guid, List.of(secret));
    World.same(world.classificationsOf(guid), List.of());
    client.addClassifications(guid, List.of(secret));
    client.removeClassification(guid, "java_secret", guid);
    World.same(world.classificationsOf(guid), List.of());
    World.fails(404, "ATLAS-404-00-008", () -> client.addClassifications(guid, List.of(new AtlasClassification("nothing"))));
  }

  private void classifyByName() throws Exception {
    AtlasClassification secret = new AtlasClassification("java_secret", "level", "LOW");
    client.addClassifications("java_sensor", World.unique("s1"), List.of(secret));
    secret.setAttribute("level", "HIGH");
    client.updateClassifications("java_sensor", World.unique("s1"), List.of(secret));
    World.same(client.getClassifications(world.guid("s1")).getList().get(0).getAttribute("level"), "HIGH");
    client.removeClassification("java_sensor", World.unique("s1"), "java_secret");
    World.same(world.classificationsOf(world.guid("s1")), List.of());
  }

  private void classifyMany() throws Exception {
    long before = System.currentTimeMillis() - 1000;
    AtlasClassification secret = new AtlasClassification("java_secret");
    client.addClassification(new ClassificationAssociateRequest(List.of(world.guid("s0"), world.guid("s1")), secret));
    client.addClassification(new ClassificationAssociateRequest("java_sensor", List.of(new HashMap<>(World.unique("s2"))), secret));
    World.same(world.classificationsOf(world.guid("s2")), List.of("java_secret"));
    Map<String, AtlasEntityHeader> changed = client.getEntityHeaders(before).getGuidHeaderMap();
    World.check(changed.containsKey(world.guid("s0")) && changed.containsKey(world.guid("s2")), changed.keySet());
    AtlasEntityHeader header = new AtlasEntityHeader("java_sensor", world.guid("s2"), new HashMap<>(World.unique("s2")));
    header.setClassifications(List.of());
    client.setClassifications(new AtlasEntityHeaders(new HashMap<>(Map.of(world.guid("s2"), header))));
    World.same(world.classificationsOf(world.guid("s2")), List.of());
    header.setClassifications(List.of(secret));
    client.setClassifications(new AtlasEntityHeaders(new HashMap<>(Map.of(world.guid("s2"), header))));
    World.same(world.classificationsOf(world.guid("s2")), List.of("java_secret"));
  }

  private void label() throws Exception {
    String guid = world.guid("s0");
    client.setLabels(guid, Set.of("one", "two"));
    client.addLabels(guid, Set.of("three"));
    client.removeLabels(guid, Set.of("one"));
    World.same(client.getEntityByGuid(guid).getEntity().getLabels(), Set.of("two", "three"));
    client.setLabels("java_sensor", World.unique("s0"), Set.of("a"));
    client.addLabels("java_sensor", World.unique("s0"), Set.of("b"));
    client.removeLabels("java_sensor", World.unique("s0"), Set.of("a"));
    World.same(client.getEntityByGuid(guid).getEntity().getLabels(), Set.of("b"));
  }

  private void describe() throws Exception {
    String guid = world.guid("s0");
    client.addOrUpdateBusinessAttributes(guid, true, reviewedBy("ann"));
    World.same(reviewerOf(guid), "ann");
    client.removeBusinessAttributes(guid, reviewedBy("ann"));
    World.same(reviewerOf(guid), null);
    World.fails(404, "ATLAS-404-00-007", () -> client.addOrUpdateBusinessAttributes(guid, false, reviewedBy("x".repeat(21))));
    // These two send a map of maps where the operation reads a map of values, so what they name is no attribute of it.
    World.fails(404, "ATLAS-404-00-007", () -> client.addOrUpdateBusinessAttributes(guid, "java_review", reviewedBy("bob")));
    client.removeBusinessAttributes(guid, "java_review", reviewedBy("bob"));
  }

  private void importTable() throws Exception {
    World.check(client.getTemplateForBulkUpdateBusinessAttributes().startsWith("EntityType"), "template");
    Path file = Files.createTempFile("business", ".csv");
    try {
      Files.writeString(file, "EntityType,EntityUniqueAttributeValue,BusinessAttributeName,BusinessAttributeValue\n"
          + "java_sensor,s3@java,java_review.reviewer,eve\njava_sensor,nothing@java,java_review.reviewer,eve\n");
      BulkImportResponse answer = client.bulkUpdateBusinessAttributes(file.toString());
      World.same(answer.getSuccessImportInfoList().size(), 1);
      World.same(answer.getFailedImportInfoList().size(), 1);
      World.same(reviewerOf(world.guid("s3")), "eve");
    } finally {
      Files.delete(file);
    }
  }

  private static Map<String, Map<String, Object>> reviewedBy(String name) {
    return Map.of("java_review", Map.of("reviewer", name));
  }

  private Object reviewerOf(String guid) throws Exception {
    Map<String, Map<String, Object>> all = client.getEntityByGuid(guid).getEntity().getBusinessAttributes();
    return all == null || all.get("java_review") == null ? null : all.get("java_review").get("reviewer");
  }
}
