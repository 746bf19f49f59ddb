import java.util.List;
import java.util.Map;
import org.apache.atlas.AtlasClientV2;
import org.apache.atlas.model.instance.AtlasClassification;
import org.apache.atlas.model.instance.AtlasEntity;
import org.apache.atlas.model.instance.AtlasEntity.AtlasEntitiesWithExtInfo;
import org.apache.atlas.model.instance.AtlasRelationship;
import org.apache.atlas.model.instance.AtlasRelationship.AtlasRelationshipWithExtInfo;
import org.apache.atlas.model.instance.EntityMutationResponse;
import org.apache.atlas.model.lineage.AtlasLineageInfo;
import org.apache.atlas.model.lineage.AtlasLineageInfo.LineageDirection;
import org.apache.atlas.model.lineage.LineageOnDemandConstraints;
import org.apache.atlas.model.typedef.AtlasRelationshipDef.PropagateTags;

/** Relationships, and the lineage that some of them make. */
final class RelationSteps {
  private final World world;
  private final AtlasClientV2 client;

  private RelationSteps(World world) {
    this.world = world;
    this.client = world.client;
  }

  static void addTo(Map<String, Step> steps, World world) {
    RelationSteps own = new RelationSteps(world);
    steps.put("a relationship is made, changed and ended", own::relate);
    steps.put("lineage is read by guid and by unique attributes", own::lineage);
    steps.put("lineage is read on demand", own::lineageOnDemand);
    steps.put("classifications follow lineage", own::propagate);
  }

  private void relate() throws Exception {
    AtlasRelationship near = new AtlasRelationship("java_near", world.id("s0", "java_sensor"), world.id("s1", "java_sensor"));
    near.setAttribute("distance", 3);
    AtlasRelationship made = client.createRelationship(near);
    World.same(made.getAttribute("distance"), 3);
    World.same(made.getEnd1().getGuid(), world.guid("s0"));
    World.same(made.getPropagateTags(), PropagateTags.BOTH);
    World.fails(409, "ATLAS-409-00-004", () -> client.createRelationship(near));
    made.setAttribute("distance", 5);
    made.setPropagateTags(PropagateTags.NONE);
    World.same(client.updateRelationship(made).getAttribute("distance"), 5);
    AtlasRelationshipWithExtInfo read = client.getRelationshipByGuid(made.getGuid());
    World.same(read.getRelationship().getPropagateTags(), PropagateTags.NONE);
    World.same(client.getRelationshipByGuid(made.getGuid(), true).getReferredEntities().size(), 2);
    client.deleteRelationshipByGuid(made.getGuid());
    World.same(client.getRelationshipByGuid(made.getGuid()).getRelationship().getStatus(), AtlasRelationship.Status.DELETED);
    World.fails(404, "ATLAS-404-00-00C", () -> client.getRelationshipByGuid("no-such-guid"));
  }

  private void lineage() throws Exception {
    AtlasEntity process = World.entity("Process", "copy");
    process.setAttribute("inputs", List.of(world.id("s2", "java_sensor")));
    process.setAttribute("outputs", List.of(world.id("s3", "java_sensor")));
    EntityMutationResponse answer = client.createEntities(new AtlasEntitiesWithExtInfo(process));
    world.guids.put("process", answer.getGuidAssignments().get(process.getGuid()));
    AtlasLineageInfo info = client.getLineageInfo(world.guid("s2"), LineageDirection.BOTH, 3);
    World.same(info.getBaseEntityGuid(), world.guid("s2"));
    World.same(info.getGuidEntityMap().keySet(), java.util.Set.of(world.guid("s2"), world.guid("process"), world.guid("s3")));
    World.same(info.getRelations().size(), 2);
    World.same(info.getLineageDirection(), LineageDirection.BOTH);
    World.check(client.getLineageInfo(world.guid("s2"), LineageDirection.INPUT, 3).getRelations().isEmpty(), "nothing above");
    AtlasLineageInfo byName = client.getLineageInfo("java_sensor", World.unique("s3"), LineageDirection.INPUT, 1);
    World.same(byName.getBaseEntityGuid(), world.guid("s3"));
    World.fails(404, "ATLAS-404-00-005", () -> client.getLineageInfo("no-such-guid", LineageDirection.BOTH, 3));
  }

  private void lineageOnDemand() throws Exception {
    AtlasEntity process = World.entity("Process", "copy again");
    process.setAttribute("inputs", List.of(world.id("s2", "java_sensor")));
    process.setAttribute("outputs", List.of(world.id("s1", "java_sensor")));
    client.createEntities(new AtlasEntitiesWithExtInfo(process));
    LineageOnDemandConstraints wanted = new LineageOnDemandConstraints(LineageDirection.OUTPUT, 1, 1, 3);
    AtlasLineageInfo info = client.getLineageInfoOnDemand(world.guid("s2"), Map.of(world.guid("s2"), wanted));
    World.same(info.getGuidEntityMap().size(), 3);
    World.same(info.getRelationsOnDemand().get(world.guid("s2")).hasMoreOutputs(), true);
    World.same(info.getRelationsOnDemand().get(world.guid("s2")).getOutputRelationsCount(), 1);
    World.same(info.getLineageOnDemandPayload().get(world.guid("s2")).getDepth(), 3);
  }

  private void propagate() throws Exception {
    client.removeClassification(world.guid("s2"), "java_secret", "");
    AtlasClassification secret = new AtlasClassification("java_secret");
    secret.setPropagate(true);
    secret.setRemovePropagationsOnEntityDelete(true);
    client.addClassifications(world.guid("s2"), List.of(secret));
    AtlasClassification far = client.getClassifications(world.guid("s3")).getList().get(0);
    World.same(far.getTypeName(), "java_secret");
    World.same(far.getEntityGuid(), world.guid("s2"));
    client.deleteClassification(world.guid("s2"), "java_secret");
    World.same(world.classificationsOf(world.guid("s3")), List.of());
  }
}
