import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.atlas.AtlasClient;
import org.apache.atlas.EntityAuditEvent;
import org.apache.atlas.EntityAuditEvent.EntityAuditAction;
import org.apache.atlas.model.legacy.EntityResult;
import org.apache.atlas.type.AtlasType;
import org.apache.atlas.typesystem.types.DataTypes.TypeCategory;
import org.apache.atlas.v1.model.instance.Id;
import org.apache.atlas.v1.model.instance.Referenceable;
import org.apache.atlas.v1.model.instance.Struct;
import org.apache.atlas.v1.model.typedef.AttributeDefinition;
import org.apache.atlas.v1.model.typedef.ClassTypeDefinition;
import org.apache.atlas.v1.model.typedef.EnumTypeDefinition;
import org.apache.atlas.v1.model.typedef.EnumTypeDefinition.EnumValue;
import org.apache.atlas.v1.model.typedef.Multiplicity;
import org.apache.atlas.v1.model.typedef.StructTypeDefinition;
import org.apache.atlas.v1.model.typedef.TraitTypeDefinition;
import org.apache.atlas.v1.model.typedef.TypesDef;
import org.apache.atlas.v1.typesystem.types.utils.TypesUtil;

/** The client of the API before the second version: types, Referenceables, traits, lineage, searches and the audit. */
final class LegacySteps {
  private final World world;
  private final AtlasClient legacy;

  private LegacySteps(World world) {
    this.world = world;
    this.legacy = world.legacy;
  }

  static void addTo(Map<String, Step> steps, World world) {
    LegacySteps own = new LegacySteps(world);
    steps.put("legacy: types of all kinds are created, read and listed", own::types);
    steps.put("legacy: types are updated, traits created one by one", own::changeTypes);
    steps.put("legacy: a database, tables and columns are created by what refers to them", own::createNested);
    steps.put("legacy: entities are read in every way", own::read);
    steps.put("legacy: attributes and parts are updated", own::update);
    steps.put("legacy: entities are updated as a whole", own::updateWhole);
    steps.put("legacy: traits are given, read and taken", own::traits);
    steps.put("legacy: processes make lineage, tables have a schema", own::lineage);
    steps.put("legacy: searches find entities", own::search);
    steps.put("legacy: the history tells who did what", own::audit);
    steps.put("legacy: entities are deleted in every way", own::delete);
  }

  private void types() throws Exception {
    EnumTypeDefinition kind =
        new EnumTypeDefinition("legacy_kind", null, null, List.of(new EnumValue("MANAGED", 1), new EnumValue("VIEW", 2)));
    StructTypeDefinition serde = new StructTypeDefinition(
        "legacy_serde", null, List.of(TypesUtil.createRequiredAttrDef("name", "string"), TypesUtil.createOptionalAttrDef("lib", "string")));
    TraitTypeDefinition rated =
        TypesUtil.createTraitTypeDef("legacy_rated", null, Set.of(), TypesUtil.createRequiredAttrDef("level", "string"));
    ClassTypeDefinition database = TypesUtil.createClassTypeDef("legacy_db", null, null,
        TypesUtil.createUniqueRequiredAttrDef("name", "string"),
        TypesUtil.createRequiredAttrDef("description", "string"),
        new AttributeDefinition("tables", "array<legacy_table>", Multiplicity.OPTIONAL, false, "db"));
    ClassTypeDefinition column = TypesUtil.createClassTypeDef("legacy_column", null, null,
        TypesUtil.createOptionalAttrDef("name", "string"), TypesUtil.createOptionalAttrDef("dataType", "string"));
    ClassTypeDefinition table = TypesUtil.createClassTypeDef("legacy_table", null, Set.of("DataSet"),
        TypesUtil.createOptionalAttrDef("since", "date"),
        new AttributeDefinition("db", "legacy_db", Multiplicity.OPTIONAL, true, "tables"),
        new AttributeDefinition("columns", "array<legacy_column>", Multiplicity.OPTIONAL, true, null),
        new AttributeDefinition("kind", "legacy_kind", Multiplicity.OPTIONAL, false, null),
        new AttributeDefinition("serde", "legacy_serde", Multiplicity.OPTIONAL, false, null));
    TypesDef all = new TypesDef(List.of(kind), List.of(serde), List.of(rated), List.of(database, column, table));
    World.same(legacy.createType(all).size(), 6);
    World.fails(409, "already exists", () -> legacy.createType(AtlasType.toV1Json(all)));
    AttributeDefinition name = legacy.getType("legacy_db").getClassTypes().get(0).getAttributeDefinitions().get(0);
    World.check(name.getIsUnique() && name.getIsIndexable(), name);
    World.check(legacy.listTypes().containsAll(List.of("legacy_kind", "legacy_serde", "legacy_rated")), "all");
    // The client leaves the quotes around names of a category.
    World.check(legacy.listTypes(TypeCategory.TRAIT).toString().contains("legacy_rated"), "traits");
    World.check(legacy.listTypes(TypeCategory.CLASS, "DataSet", "hive_table").toString().contains("legacy_table"), "data sets");
    World.fails(404, "no_such_type", () -> legacy.getType("no_such_type"));
  }

  private void changeTypes() throws Exception {
    ClassTypeDefinition wider = TypesUtil.createClassTypeDef("legacy_column", null, null,
        TypesUtil.createOptionalAttrDef("name", "string"),
        TypesUtil.createOptionalAttrDef("dataType", "string"),
        TypesUtil.createOptionalAttrDef("comment", "string"));
    TypesDef update = new TypesDef(List.of(), List.of(), List.of(), List.of(wider));
    World.same(legacy.updateType(update), List.of("legacy_column"));
    World.same(legacy.updateType(AtlasType.toV1Json(update)), List.of("legacy_column"));
    World.same(legacy.getType("legacy_column").getClassTypes().get(0).getAttributeDefinitions().size(), 3);
    World.same(legacy.createTraitType("legacy_pii"), List.of("legacy_pii"));
    World.same(
        legacy.createTraitType("legacy_mail", Set.of("legacy_pii"), TypesUtil.createOptionalAttrDef("domain", "string")),
        List.of("legacy_mail"));
  }

  private Referenceable table(String name, Object database) {
    Referenceable table = new Referenceable("legacy_table");
    table.set("name", name);
    table.set("qualifiedName", name + "@legacy");
    table.set("db", database);
    table.set("since", "2014-07-11T08:00:00.000Z");
    table.set("kind", "MANAGED");
    Struct serde = new Struct("legacy_serde");
    serde.set("name", "orc");
    table.set("serde", serde);
    List<Referenceable> columns = new ArrayList<>();
    for (String column : List.of("id", "amount")) {
      Referenceable one = new Referenceable("legacy_column");
      one.set("name", column);
      one.set("dataType", "int");
      columns.add(one);
    }
    table.set("columns", columns);
    return table;
  }

  private void createNested() throws Exception {
    Referenceable database = new Referenceable("legacy_db");
    database.set("name", "shop");
    database.set("description", "All of it");
    List<String> guids = legacy.createEntity(List.of(table("orders", database), table("daily", database)));
    World.same(guids.size(), 7);
    // Parts come first, and what was asked for last.
    World.same(legacy.getEntity(guids.get(guids.size() - 1)).getTypeName(), "legacy_table");
    for (String name : List.of("orders", "daily")) {
      world.guids.put("legacy " + name, legacy.getEntity("legacy_table", "qualifiedName", name + "@legacy").getId()._getId());
    }
    world.guids.put("legacy db", legacy.getEntity("legacy_db", "name", "shop").getId()._getId());
    // The same once more is nothing new.
    World.same(legacy.createEntity(AtlasType.toV1Json(database)), List.of());
    Referenceable incomplete = new Referenceable("legacy_db");
    incomplete.set("name", "other");
    World.fails(400, "description", () -> legacy.createEntity(incomplete));
  }

  private void read() throws Exception {
    Referenceable table = legacy.getEntity(world.guid("legacy orders"));
    World.same(table.getId().getState(), Id.EntityState.ACTIVE);
    World.same(((Struct) table.get("serde")).get("name"), "orc");
    List<?> columns = (List<?>) table.get("columns");
    World.same(((Referenceable) columns.get(0)).get("name"), "id");
    World.same(((Referenceable) table.get("db")).getId()._getId(), world.guid("legacy db"));
    World.same(Set.copyOf(legacy.listEntities("legacy_table")), Set.of(world.guid("legacy orders"), world.guid("legacy daily")));
    World.fails(404, "no-such-guid", () -> legacy.getEntity("no-such-guid"));
  }

  private void update() throws Exception {
    String guid = world.guid("legacy orders");
    World.same(legacy.updateEntityAttribute(guid, "description", "What was sold").getUpdateEntities(), List.of(guid));
    World.same(legacy.getEntity(guid).get("description"), "What was sold");
    World.fails(400, "no_such_attribute", () -> legacy.updateEntityAttribute(guid, "no_such_attribute", "x"));
    Referenceable part = new Referenceable("legacy_table", new HashMap<>(Map.of("owner", "ann")));
    World.same(legacy.updateEntity(guid, part).getUpdateEntities(), List.of(guid));
    part.set("owner", "bob");
    EntityResult result = legacy.updateEntity("legacy_table", "qualifiedName", "orders@legacy", part);
    World.same(result.getUpdateEntities(), List.of(guid));
    World.same(legacy.getEntity(guid).get("owner"), "bob");
  }

  private void updateWhole() throws Exception {
    Referenceable table = legacy.getEntity(world.guid("legacy daily"));
    table.set("description", "Sums of days");
    World.same(legacy.updateEntities(table).getUpdateEntities(), List.of(world.guid("legacy daily")));
    table.set("description", "Sums of every day");
    World.same(legacy.updateEntities(List.of(table)).getUpdateEntities(), List.of(world.guid("legacy daily")));
    World.same(((List<?>) legacy.getEntity(world.guid("legacy daily")).get("columns")).size(), 2);
  }

  private void traits() throws Exception {
    String guid = world.guid("legacy orders");
    Struct rated = new Struct("legacy_rated");
    rated.set("level", "high");
    legacy.addTrait(guid, rated);
    legacy.addTrait(guid, new Struct("legacy_pii"));
    World.fails(400, "legacy_pii", () -> legacy.addTrait(guid, new Struct("legacy_pii")));
    World.same(Set.copyOf(legacy.listTraits(guid)), Set.of("legacy_rated", "legacy_pii"));
    World.same(legacy.listTraitDefinitions(guid).size(), 2);
    World.same(legacy.getTraitDefinition(guid, "legacy_rated").get("level"), "high");
    World.same(((Struct) legacy.getEntity(guid).getTrait("legacy_rated")).get("level"), "high");
    legacy.deleteTrait(guid, "legacy_pii");
    World.fails(404, "legacy_pii", () -> legacy.getTraitDefinition(guid, "legacy_pii"));
    World.fails(400, "legacy_mail", () -> legacy.deleteTrait(guid, "legacy_mail"));
  }

  private void lineage() throws Exception {
    Referenceable load = new Referenceable("Process");
    load.set("name", "load");
    load.set("qualifiedName", "load@legacy");
    load.set("inputs", List.of(new Id(world.guid("legacy orders"), 0, "legacy_table")));
    load.set("outputs", List.of(new Id(world.guid("legacy daily"), 0, "legacy_table")));
    world.guids.put("legacy load", legacy.createEntity(load).get(0));
    for (ObjectNode graph : List.of(
        legacy.getInputGraphForEntity(world.guid("legacy daily")), legacy.getOutputGraphForEntity(world.guid("legacy orders")))) {
      Struct answer = AtlasType.fromV1Json(graph.toString(), Struct.class);
      World.same(((Map<?, ?>) answer.get("vertices")).keySet(), Set.of(world.guid("legacy orders"), world.guid("legacy daily")));
      World.same(((Map<?, ?>) answer.get("edges")).size(), 2);
    }
    JsonNode rows = legacy.getSchemaForEntity(world.guid("legacy orders")).get("rows");
    World.same(rows.findValuesAsText("name"), List.of("id", "amount"));
    // By name only tables of Hive are found.
    World.fails(404, "orders@legacy", () -> legacy.getInputGraph("orders@legacy"));
    World.fails(404, "orders@legacy", () -> legacy.getOutputGraph("orders@legacy"));
  }

  private void search() throws Exception {
    String query = "from legacy_db name=\"shop\"";
    World.same(legacy.searchByDSL(query, 10, 0).size(), 1);
    World.same(legacy.searchByDSL(query, 10, 1).size(), 0);
    World.same(legacy.search(query, 10, 0).size(), 1);
    JsonNode found = legacy.searchByFullText("shop", 10, 0).get("results");
    World.same(found.findValuesAsText("guid"), List.of(world.guid("legacy db")));
    World.fails(400, "limit", () -> legacy.searchByDSL(query, 0, 0));
  }

  private void audit() throws Exception {
    String guid = world.guid("legacy orders");
    List<EntityAuditEvent> events = legacy.getEntityAuditEvents(guid, (short) 100);
    List<EntityAuditAction> actions = events.stream().map(EntityAuditEvent::getAction).toList();
    World.check(actions.containsAll(Arrays.asList(
        EntityAuditAction.ENTITY_CREATE, EntityAuditAction.ENTITY_UPDATE, EntityAuditAction.TAG_ADD, EntityAuditAction.TAG_DELETE)), actions);
    World.check(events.stream().allMatch(one -> one.getUser().equals("admin") && one.getEntityId().equals(guid)), events);
    String second = events.get(1).getEventKey();
    World.same(legacy.getEntityAuditEvents(guid, second, (short) 1).get(0).getEventKey(), second);
  }

  private void delete() throws Exception {
    List<String> both = List.of(world.guid("legacy load"), world.guid("legacy orders"));
    World.check(legacy.deleteEntities(both.get(0), both.get(1)).getDeletedEntities().containsAll(both), both);
    World.same(legacy.getEntity(both.get(1)).getId().getState(), Id.EntityState.DELETED);
    EntityResult result = legacy.deleteEntity("legacy_table", "qualifiedName", "daily@legacy");
    World.check(result.getDeletedEntities().contains(world.guid("legacy daily")), result);
  }
}
