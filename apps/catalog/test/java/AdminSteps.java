import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.atlas.AtlasClientV2;
import org.apache.atlas.AtlasServiceException;
import org.apache.atlas.model.audit.AtlasAuditEntry;
import org.apache.atlas.model.audit.AtlasAuditEntry.AuditOperation;
import org.apache.atlas.model.audit.AuditReductionCriteria;
import org.apache.atlas.model.audit.AuditSearchParameters;
import org.apache.atlas.model.impexp.AtlasExportRequest;
import org.apache.atlas.model.impexp.AtlasImportRequest;
import org.apache.atlas.model.impexp.AtlasImportResult;
import org.apache.atlas.model.impexp.AtlasImportResult.OperationStatus;
import org.apache.atlas.model.instance.AtlasEntity;
import org.apache.atlas.model.instance.AtlasEntity.AtlasEntitiesWithExtInfo;
import org.apache.atlas.model.instance.AtlasEntity.AtlasEntityWithExtInfo;
import org.apache.atlas.model.instance.AtlasEntity.Status;
import org.apache.atlas.model.instance.EntityMutationResponse;
import org.apache.atlas.model.notification.HookNotification.EntityCreateRequestV2;
import org.apache.atlas.utils.AtlasJson;

/** What operators do: archives, deletes, purges, audits. */
final class AdminSteps {
  private final World world;
  private final AtlasClientV2 client;

  private AdminSteps(World world) {
    this.world = world;
    this.client = world.client;
  }

  static void addTo(Map<String, Step> steps, World world) {
    AdminSteps own = new AdminSteps(world);
    steps.put("the server tells how it fares", own::status);
    steps.put("entities are exported and imported", own::transfer);
    steps.put("entities are deleted and purged", own::delete);
    steps.put("audits of operators are read and aged out", own::audits);
    steps.put("the index is written anew from a time on", own::recover);
    steps.put("messages of hooks are handed in", own::handIn);
  }

  private void status() throws Exception {
    World.check(client.isServerReady(), "ready");
    World.same(client.getAdminStatus(), "ACTIVE");
    World.check(client.getAtlasMetrics().getNumericMetric("general", "entityCount").intValue() > 0, "metrics");
  }

  private void transfer() throws Exception {
    AtlasExportRequest wanted = new AtlasExportRequest();
    wanted.setItemsToExport(List.of(world.id("table", "hive_table")));
    wanted.setOptions(Map.of("replicatedTo", "java_site"));
    byte[] archive;
    try (InputStream stream = client.exportData(wanted)) {
      archive = stream.readAllBytes();
    }
    World.check(archive.length > 100 && archive[0] == 'P' && archive[1] == 'K', archive.length);
    World.check(client.getServer("java_site").getAdditionalInfo() != null, "java_site");
    client.partialUpdateEntityByGuid(world.guid("table"), "\"changed after the export\"", "description");
    AtlasImportResult result = client.importData(new AtlasImportRequest(), new ByteArrayInputStream(archive));
    World.same(result.getOperationStatus(), OperationStatus.SUCCESS);
    World.check(result.getProcessedEntities().contains(world.guid("table")), result.getProcessedEntities());
    Path file = Files.createTempFile("archive", ".zip");
    try {
      client.exportData(wanted, file.toString());
      World.same(client.importData(new AtlasImportRequest(), file.toString()).getOperationStatus(), OperationStatus.SUCCESS);
    } finally {
      Files.delete(file);
    }
  }

  private void delete() throws Exception {
    World.same(client.deleteEntityByGuid(world.guid("table")).getDeletedEntities().size(), 2);
    World.same(client.getEntityByGuid(world.guid("table")).getEntity().getStatus(), Status.DELETED);
    World.same(client.deleteEntityByAttribute("hive_db", World.unique("sales")).getDeletedEntities().size(), 1);
    EntityMutationResponse answer = client.deleteEntitiesByGuids(List.of(world.guid("s0"), world.guid("s1")));
    // A process goes along when all that it writes is gone.
    World.same(answer.getDeletedEntities().stream().filter(one -> one.getTypeName().equals("java_sensor")).count(), 2L);
    EntityMutationResponse purged = client.purgeEntitiesByGuids(Set.of(world.guid("s0"), world.guid("s1")));
    World.same(purged.getPurgedEntities().size(), 2);
    World.fails(404, "ATLAS-404-00-005", () -> client.getEntityByGuid(world.guid("s0")));
  }

  private void audits() throws Exception {
    // Its constructor is not public: users of the client read it from JSON, too.
    AuditSearchParameters wanted = AtlasJson.fromJson("{\"limit\": 20, \"sortBy\": \"startTime\"}", AuditSearchParameters.class);
    List<AtlasAuditEntry> entries = World.each(client.getAtlasAuditByOperation(wanted), AtlasAuditEntry.class);
    Set<AuditOperation> operations = Set.copyOf(entries.stream().map(AtlasAuditEntry::getOperation).toList());
    for (AuditOperation operation : List.of(AuditOperation.PURGE, AuditOperation.EXPORT, AuditOperation.IMPORT, AuditOperation.TYPE_DEF_CREATE)) {
      World.check(operations.contains(operation), operation + " in " + operations);
    }
    World.check(entries.stream().anyMatch(one -> one.getUserName().equals("admin") && one.getStartTime() != null), entries);
    AuditReductionCriteria criteria = new AuditReductionCriteria();
    criteria.setAuditAgingEnabled(true);
    criteria.setDefaultAgeoutTTLInDays(1);
    client.ageoutAtlasAudits(criteria, false);
  }

  private void recover() throws Exception {
    Instant since = Instant.now().minusSeconds(60);
    client.startIndexRecovery(since);
    Map<String, String> data = client.getIndexRecoveryData();
    World.same(data.keySet(), Set.of("startTime", "prevTime", "customTime"));
    World.check(data.values().stream().anyMatch(one -> one.startsWith(since.toString().substring(0, 19))), data);
  }

  /** A message as the reference's own classes write it. */
  private void handIn() throws Exception {
    AtlasEntity database = World.entity("hive_db", "handed_in");
    database.setAttribute("clusterName", "java");
    EntityCreateRequestV2 message = new EntityCreateRequestV2("hook", new AtlasEntitiesWithExtInfo(database));
    client.postNotificationToTopic("ATLAS_HOOK", List.of(AtlasJson.toJson(message)));
    AtlasEntityWithExtInfo found = null;
    for (int attempt = 0; found == null && attempt < 600; attempt++) {
      try {
        found = client.getEntityByAttribute("hive_db", World.unique("handed_in"));
      } catch (AtlasServiceException notYet) {
        Thread.sleep(100);
      }
    }
    World.check(found != null && found.getEntity().getCreatedBy().equals("hook"), found);
    World.fails(400, "ATLAS-400-00-101", () -> client.postNotificationToTopic("OTHER", List.of("{}")));
  }
}
