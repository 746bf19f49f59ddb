import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.atlas.AtlasClientV2;
import org.apache.atlas.model.SearchFilter;
import org.apache.atlas.model.TypeCategory;
import org.apache.atlas.model.typedef.AtlasBusinessMetadataDef;
import org.apache.atlas.model.typedef.AtlasClassificationDef;
import org.apache.atlas.model.typedef.AtlasEntityDef;
import org.apache.atlas.model.typedef.AtlasEnumDef;
import org.apache.atlas.model.typedef.AtlasEnumDef.AtlasEnumElementDef;
import org.apache.atlas.model.typedef.AtlasRelationshipDef;
import org.apache.atlas.model.typedef.AtlasRelationshipDef.PropagateTags;
import org.apache.atlas.model.typedef.AtlasRelationshipDef.RelationshipCategory;
import org.apache.atlas.model.typedef.AtlasRelationshipEndDef;
import org.apache.atlas.model.typedef.AtlasStructDef;
import org.apache.atlas.model.typedef.AtlasStructDef.AtlasAttributeDef;
import org.apache.atlas.model.typedef.AtlasStructDef.AtlasAttributeDef.Cardinality;
import org.apache.atlas.model.typedef.AtlasTypeDefHeader;
import org.apache.atlas.model.typedef.AtlasTypesDef;

/** Definitions of all kinds. */
final class TypeSteps {
  private final World world;
  private final AtlasClientV2 client;

  private TypeSteps(World world) {
    this.world = world;
    this.client = world.client;
  }

  static void addTo(Map<String, Step> steps, World world) {
    TypeSteps own = new TypeSteps(world);
    steps.put("stock types are listed", own::list);
    steps.put("types of all kinds are created one by one", own::create);
    steps.put("types are created at once and updated", own::createAtOnce);
    steps.put("types are read by name and by guid", own::read);
    steps.put("types are deleted", own::delete);
  }

  private void list() throws Exception {
    AtlasTypesDef all = client.getAllTypeDefs(new SearchFilter());
    World.check(all.getEntityDefs().size() > 50, all.getEntityDefs().size());
    World.check(all.getBusinessMetadataDefs() != null, "business metadata");
    SearchFilter ofEntities = new SearchFilter();
    ofEntities.setParam("type", "entity");
    List<AtlasTypeDefHeader> headers = World.each(client.getAllTypeDefHeaders(ofEntities), AtlasTypeDefHeader.class);
    World.check(headers.stream().anyMatch(one -> one.getName().equals("hive_table")), "hive_table");
    World.check(headers.stream().allMatch(one -> one.getCategory() == TypeCategory.ENTITY), headers);
    World.check(client.typeWithNameExists("hive_table"), "hive_table");
    World.check(!client.typeWithNameExists("no_such_type"), "no_such_type");
    World.check(!client.typeWithGuidExists("no-such-guid"), "no-such-guid");
  }

  private void create() throws Exception {
    AtlasEnumDef level = new AtlasEnumDef("java_level", "levels", "1.0");
    level.addElement(new AtlasEnumElementDef("LOW", "low", 1));
    level.addElement(new AtlasEnumElementDef("HIGH", "high", 2));
    world.guids.put("java_level", client.createEnumDef(level).getGuid());
    AtlasStructDef place = new AtlasStructDef("java_place", "a place", "1.0", List.of(attribute("street", "string")));
    world.guids.put("java_place", client.createStructDef(place).getGuid());
    AtlasClassificationDef secret = new AtlasClassificationDef("java_secret", "secret", "1.0", List.of(attribute("level", "java_level")));
    world.guids.put("java_secret", client.createClassificationDef(secret).getGuid());
    AtlasEntityDef sensor = new AtlasEntityDef("java_sensor", "a sensor", "1.0", sensorAttributes(), Set.of("DataSet"));
    world.guids.put("java_sensor", client.createEntityDef(sensor).getGuid());
    World.fails(409, "ATLAS-409-00-001", () -> client.createEnumDef(level));
  }

  private void createAtOnce() throws Exception {
    AtlasTypesDef types = new AtlasTypesDef();
    types.setRelationshipDefs(List.of(new AtlasRelationshipDef("java_near", "neighbours", "1.0", RelationshipCategory.ASSOCIATION,
        PropagateTags.BOTH, new AtlasRelationshipEndDef("java_sensor", "left", Cardinality.SET),
        new AtlasRelationshipEndDef("java_sensor", "right", Cardinality.SET), List.of(attribute("distance", "int")))));
    AtlasAttributeDef review = attribute("reviewer", "string");
    review.setOptions(Map.of("applicableEntityTypes", "[\"Asset\"]", "maxStrLength", "20"));
    types.setBusinessMetadataDefs(List.of(new AtlasBusinessMetadataDef("java_review", "reviews", "1.0", List.of(review))));
    types.setClassificationDefs(List.of(new AtlasClassificationDef("java_public"), new AtlasClassificationDef("java_gone")));
    AtlasTypesDef created = client.createAtlasTypeDefs(types);
    world.guids.put("java_near", created.getRelationshipDefs().get(0).getGuid());
    world.guids.put("java_review", created.getBusinessMetadataDefs().get(0).getGuid());
    AtlasEntityDef sensor = client.getEntityDefByName("java_sensor");
    sensor.setDescription("measures something");
    List<AtlasAttributeDef> attributes = new ArrayList<>(sensor.getAttributeDefs());
    attributes.add(attribute("unit", "string"));
    sensor.setAttributeDefs(attributes);
    AtlasTypesDef change = new AtlasTypesDef();
    change.setEntityDefs(List.of(sensor));
    World.same(client.updateAtlasTypeDefs(change).getEntityDefs().get(0).getDescription(), "measures something");
    World.check(client.getEntityDefByName("java_sensor").getAttribute("unit") != null, "unit");
  }

  private void read() throws Exception {
    World.same(client.getEnumDefByName("java_level").getElement("HIGH").getOrdinal(), 2);
    World.same(client.getEnumDefByGuid(world.guid("java_level")).getName(), "java_level");
    World.same(client.getStructDefByName("java_place").getAttribute("street").getTypeName(), "string");
    World.same(client.getStructDefByGuid(world.guid("java_place")).getName(), "java_place");
    World.same(client.getClassificationDefByName("java_secret").getAttribute("level").getTypeName(), "java_level");
    World.same(client.getClassificationDefByGuid(world.guid("java_secret")).getName(), "java_secret");
    World.same(client.getEntityDefByName("java_sensor").getSuperTypes(), Set.of("DataSet"));
    World.same(client.getEntityDefByGuid(world.guid("java_sensor")).getName(), "java_sensor");
    World.check(client.typeWithGuidExists(world.guid("java_sensor")), "java_sensor");
    AtlasRelationshipDef near = client.getRelationshipDefByName("java_near");
    World.same(near.getEndDef1().getName(), "left");
    World.same(near.getPropagateTags(), PropagateTags.BOTH);
    World.same(client.getRelationshipDefByGuid(world.guid("java_near")).getName(), "java_near");
    World.same(client.getBusinessMetadataDefByName("java_review").getAttribute("reviewer").getOption("maxStrLength"), "20");
    World.same(client.getBusinessMetadataDefGuid(world.guid("java_review")).getName(), "java_review");
    World.fails(404, "ATLAS-404-00-001", () -> client.getEntityDefByName("no_such_type"));
  }

  private void delete() throws Exception {
    client.deleteTypeByName("java_gone");
    World.check(!client.typeWithNameExists("java_gone"), "java_gone");
    AtlasTypesDef gone = new AtlasTypesDef();
    gone.setClassificationDefs(List.of(client.getClassificationDefByName("java_public")));
    client.deleteAtlasTypeDefs(gone);
    World.check(!client.typeWithNameExists("java_public"), "java_public");
    World.fails(409, "ATLAS-409-00-002", () -> client.deleteTypeByName("java_level"));
  }

  private static List<AtlasAttributeDef> sensorAttributes() {
    AtlasAttributeDef places = attribute("places", "array<java_place>");
    return List.of(attribute("cost", "int"), attribute("level", "java_level"), attribute("since", "date"), places,
        attribute("settings", "map<string,string>"));
  }

  private static AtlasAttributeDef attribute(String name, String typeName) {
    return new AtlasAttributeDef(name, typeName, true, Cardinality.SINGLE, 0, 1, false, true, false, List.of());
  }
}
