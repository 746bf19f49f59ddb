import java.util.Date;
import java.util.List;
import java.util.Map;
import org.apache.atlas.AtlasClientV2;
import org.apache.atlas.model.audit.EntityAuditEventV2;
import org.apache.atlas.model.audit.EntityAuditEventV2.EntityAuditActionV2;
import org.apache.atlas.model.instance.AtlasEntity;
import org.apache.atlas.model.instance.AtlasEntity.AtlasEntitiesWithExtInfo;
import org.apache.atlas.model.instance.AtlasEntity.AtlasEntityWithExtInfo;
import org.apache.atlas.model.instance.AtlasEntity.Status;
import org.apache.atlas.model.instance.AtlasStruct;
import org.apache.atlas.model.instance.EntityMutationResponse;
import org.apache.atlas.type.AtlasTypeUtil;

/** Entities: made, read in every way, changed; their history. */
final class EntitySteps {
  private final World world;
  private final AtlasClientV2 client;

  private EntitySteps(World world) {
    this.world = world;
    this.client = world.client;
  }

  static void addTo(Map<String, Step> steps, World world) {
    EntitySteps own = new EntitySteps(world);
    steps.put("a table is created with its columns", own::createTable);
    steps.put("entities with values of all kinds are created at once", own::createSensors);
    steps.put("entities are read in every way", own::read);
    steps.put("entities are updated", own::update);
    steps.put("the history of an entity is read", own::audit);
  }

  private void createTable() throws Exception {
    AtlasEntity database = World.entity("hive_db", "sales");
    database.setAttribute("clusterName", "java");
    EntityMutationResponse answer = client.createEntity(new AtlasEntityWithExtInfo(database));
    world.guids.put("db", answer.getGuidAssignments().get(database.getGuid()));
    AtlasEntity table = World.entity("hive_table", "orders");
    table.setAttribute("owner", "java_owner");
    table.setAttribute("db", world.id("db", "hive_db"));
    AtlasEntity column = World.entity("hive_column", "amount");
    column.setAttribute("type", "int");
    column.setAttribute("table", AtlasTypeUtil.getAtlasObjectId(table));
    table.setAttribute("columns", List.of(AtlasTypeUtil.getAtlasObjectId(column)));
    AtlasEntityWithExtInfo body = new AtlasEntityWithExtInfo(table);
    body.addReferredEntity(column);
    answer = client.createEntity(body);
    World.same(answer.getCreatedEntities().size(), 2);
    World.same(answer.getCreatedEntitiesByTypeName("hive_column").size(), 1);
    world.guids.put("table", answer.getGuidAssignments().get(table.getGuid()));
    world.guids.put("column", answer.getGuidAssignments().get(column.getGuid()));
  }

  private void createSensors() throws Exception {
    AtlasEntitiesWithExtInfo many = new AtlasEntitiesWithExtInfo();
    for (int n = 0; n < 4; n++) {
      AtlasEntity sensor = World.entity("java_sensor", "s" + n);
      sensor.setAttribute("cost", n);
      sensor.setAttribute("level", "HIGH");
      sensor.setAttribute("since", new Date(86_400_000L * n));
      sensor.setAttribute("places", List.of(new AtlasStruct("java_place", Map.of("street", "Main"))));
      sensor.setAttribute("settings", Map.of("a", "1", "b", "2"));
      sensor.setCustomAttributes(Map.of("colour", "red"));
      many.addEntity(sensor);
    }
    EntityMutationResponse answer = client.createEntities(many);
    for (int n = 0; n < 4; n++) {
      world.guids.put("s" + n, answer.getGuidAssignments().get(many.getEntities().get(n).getGuid()));
    }
    AtlasEntity read = client.getEntityByGuid(world.guid("s2")).getEntity();
    World.same(read.getAttribute("cost"), 2);
    World.same(read.getAttribute("level"), "HIGH");
    World.same(((Number) read.getAttribute("since")).longValue(), 172_800_000L);
    World.same(read.getAttribute("settings"), Map.of("a", "1", "b", "2"));
    World.same(read.getCustomAttributes(), Map.of("colour", "red"));
    World.check(read.getAttribute("places").toString().contains("Main"), read.getAttribute("places"));
  }

  private void read() throws Exception {
    AtlasEntityWithExtInfo table = client.getEntityByGuid(world.guid("table"));
    World.same(table.getEntity().getTypeName(), "hive_table");
    World.same(table.getReferredEntity(world.guid("column")).getAttribute("name"), "amount");
    World.check(client.getEntityByGuid(world.guid("table"), true, true).getEntity().getRelationshipAttributes() == null
        || client.getEntityByGuid(world.guid("table"), true, true).getEntity().getRelationshipAttributes().isEmpty(), "relations");
    World.same(client.getEntityByAttribute("hive_table", World.unique("orders")).getEntity().getGuid(), world.guid("table"));
    World.same(client.getEntityByAttribute("hive_table", World.unique("orders"), true, false).getEntity().getGuid(), world.guid("table"));
    List<String> both = List.of(world.guid("table"), world.guid("db"));
    World.same(client.getEntitiesByGuids(both).getEntities().stream().map(AtlasEntity::getGuid).toList(), both);
    World.same(client.getEntitiesByGuids(both, true, true).getEntities().size(), 2);
    List<Map<String, String>> names = List.of(World.unique("s0"), World.unique("s1"));
    World.same(client.getEntitiesByAttribute("java_sensor", names).getEntities().size(), 2);
    World.same(client.getEntitiesByAttribute("java_sensor", names, true, true).getEntities().size(), 2);
    World.same(client.getEntityHeaderByGuid(world.guid("db")).getDisplayText(), "sales");
    World.same(client.getEntityHeaderByAttribute("hive_db", World.unique("sales")).getGuid(), world.guid("db"));
    World.fails(404, "ATLAS-404-00-005", () -> client.getEntityByGuid("no-such-guid"));
    World.fails(404, "ATLAS-404-00-009", () -> client.getEntityByAttribute("hive_db", World.unique("nothing")));
  }

  private void update() throws Exception {
    AtlasEntityWithExtInfo database = client.getEntityByGuid(world.guid("db"));
    database.getEntity().setAttribute("description", "changed");
    World.same(client.updateEntity(database).getUpdatedEntities().get(0).getGuid(), world.guid("db"));
    AtlasEntitiesWithExtInfo many = new AtlasEntitiesWithExtInfo();
    for (String name : List.of("s0", "s1")) {
      AtlasEntity sensor = client.getEntityByGuid(world.guid(name)).getEntity();
      sensor.setAttribute("unit", "volt");
      many.addEntity(sensor);
    }
    World.same(client.updateEntities(many).getUpdatedEntities().size(), 2);
    AtlasEntity part = new AtlasEntity("java_sensor");
    part.setAttribute("unit", "ampere");
    EntityMutationResponse answer =
        client.updateEntityByAttribute("java_sensor", World.unique("s1"), new AtlasEntityWithExtInfo(part));
    World.same(answer.getPartialUpdatedEntities().get(0).getGuid(), world.guid("s1"));
    AtlasEntity sensor = client.getEntityByGuid(world.guid("s1")).getEntity();
    World.same(sensor.getAttribute("unit"), "ampere");
    World.same(sensor.getAttribute("cost"), 1);
    // A text goes as it is, so it has to be JSON already.
    client.partialUpdateEntityByGuid(world.guid("s0"), "\"by part\"", "description");
    World.same(client.getEntityByGuid(world.guid("s0")).getEntity().getAttribute("description"), "by part");
    client.partialUpdateEntityByGuid(world.guid("s0"), 17, "cost");
    World.same(client.getEntityByGuid(world.guid("s0")).getEntity().getAttribute("cost"), 17);
  }

  private void audit() throws Exception {
    List<EntityAuditEventV2> events = eventsOf("", null, 10);
    World.same(events.get(0).getAction(), EntityAuditActionV2.ENTITY_UPDATE);
    World.same(events.get(events.size() - 1).getAction(), EntityAuditActionV2.ENTITY_CREATE);
    World.same(events.get(0).getEntityId(), world.guid("db"));
    World.check(events.get(0).getUser().equals("admin") && events.get(0).getTimestamp() > 0, events.get(0));
    World.same(eventsOf("", EntityAuditActionV2.ENTITY_CREATE, 10).size(), 1);
    World.same(eventsOf(events.get(1).getEventKey(), null, 1).get(0).getEventKey(), events.get(1).getEventKey());
    World.same(client.getEntityByGuid(world.guid("db")).getEntity().getStatus(), Status.ACTIVE);
  }

  private List<EntityAuditEventV2> eventsOf(String startKey, EntityAuditActionV2 action, int count) throws Exception {
    return World.each(client.getAuditEvents(world.guid("db"), startKey, action, (short) count), EntityAuditEventV2.class);
  }
}
