import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.atlas.AtlasClientV2;
import org.apache.atlas.bulkimport.BulkImportResponse;
import org.apache.atlas.model.glossary.AtlasGlossary;
import org.apache.atlas.model.glossary.AtlasGlossaryCategory;
import org.apache.atlas.model.glossary.AtlasGlossaryTerm;
import org.apache.atlas.model.glossary.enums.AtlasTermRelationshipStatus;
import org.apache.atlas.model.glossary.relations.AtlasGlossaryHeader;
import org.apache.atlas.model.glossary.relations.AtlasRelatedCategoryHeader;
import org.apache.atlas.model.glossary.relations.AtlasRelatedTermHeader;
import org.apache.atlas.model.instance.AtlasRelatedObjectId;

/** Glossaries with terms and categories. */
final class GlossarySteps {
  private final World world;
  private final AtlasClientV2 client;

  private GlossarySteps(World world) {
    this.world = world;
    this.client = world.client;
  }

  static void addTo(Map<String, Step> steps, World world) {
    GlossarySteps own = new GlossarySteps(world);
    steps.put("a glossary is made with terms and categories", own::create);
    steps.put("a glossary is read in every way", own::read);
    steps.put("a glossary is changed", own::update);
    steps.put("a term is given to entities and taken away", own::assign);
    steps.put("terms are imported from a table", own::importTerms);
    steps.put("a glossary is deleted", own::delete);
  }

  private void create() throws Exception {
    AtlasGlossary glossary = new AtlasGlossary();
    glossary.setName("java_glossary");
    glossary.setLanguage("en");
    world.guids.put("glossary", client.createGlossary(glossary).getGuid());
    World.fails(409, "ATLAS-409-00-007", () -> client.createGlossary(glossary));
    AtlasGlossaryTerm revenue = client.createGlossaryTerm(term("revenue"));
    World.same(revenue.getQualifiedName(), "revenue@java_glossary");
    world.guids.put("term", revenue.getGuid());
    AtlasGlossaryTerm turnover = term("turnover");
    AtlasRelatedTermHeader synonym = header(revenue.getGuid());
    synonym.setDescription("the same");
    synonym.setStatus(AtlasTermRelationshipStatus.ACTIVE);
    turnover.setSynonyms(Set.of(synonym));
    turnover.setIsA(Set.of(header(revenue.getGuid())));
    List<AtlasGlossaryTerm> made = World.each(client.createGlossaryTerms(List.of(turnover, term("cost"))), AtlasGlossaryTerm.class);
    world.guids.put("synonym", made.get(0).getGuid());
    world.guids.put("cost", made.get(1).getGuid());
    world.guids.put("parent", client.createGlossaryCategory(category("finance")).getGuid());
    AtlasGlossaryCategory child = category("sales");
    AtlasRelatedCategoryHeader parent = new AtlasRelatedCategoryHeader();
    parent.setCategoryGuid(world.guid("parent"));
    child.setParentCategory(parent);
    child.setTerms(Set.of(header(revenue.getGuid())));
    List<AtlasGlossaryCategory> children = World.each(client.createGlossaryCategories(List.of(child)), AtlasGlossaryCategory.class);
    World.same(children.get(0).getQualifiedName(), "sales.finance@java_glossary");
    world.guids.put("child", children.get(0).getGuid());
  }

  private void read() throws Exception {
    String guid = world.guid("glossary");
    List<AtlasGlossary> all = World.each(client.getAllGlossaries("ASC", -1, 0), AtlasGlossary.class);
    World.check(all.stream().anyMatch(one -> one.getGuid().equals(guid)), guid);
    World.same(client.getGlossaryByGuid(guid).getTerms().size(), 3);
    World.same(client.getGlossaryExtInfo(guid).getTermInfo().get(world.guid("term")).getName(), "revenue");
    AtlasGlossaryTerm term = client.getGlossaryTerm(world.guid("synonym"));
    AtlasRelatedTermHeader synonym = term.getSynonyms().iterator().next();
    World.same(synonym.getTermGuid(), world.guid("term"));
    World.same(synonym.getStatus(), AtlasTermRelationshipStatus.ACTIVE);
    World.same(term.getAnchor().getGlossaryGuid(), guid);
    List<AtlasGlossaryTerm> terms = World.each(client.getGlossaryTerms(guid, "DESC", 2, 0), AtlasGlossaryTerm.class);
    World.same(terms.stream().map(AtlasGlossaryTerm::getName).toList(), List.of("turnover", "revenue"));
    List<AtlasRelatedTermHeader> headers =
        World.each(client.getGlossaryTermHeaders(guid, "ASC", -1, 1), AtlasRelatedTermHeader.class);
    World.same(headers.stream().map(AtlasRelatedTermHeader::getDisplayText).toList(), List.of("revenue", "turnover"));
    World.same(client.getGlossaryCategory(world.guid("child")).getParentCategory().getCategoryGuid(), world.guid("parent"));
    List<AtlasGlossaryCategory> categories =
        World.each(client.getGlossaryCategories(guid, "ASC", -1, 0), AtlasGlossaryCategory.class);
    World.same(categories.stream().map(AtlasGlossaryCategory::getName).toList(), List.of("finance", "sales"));
    World.same(client.getGlossaryCategoryHeaders(guid, "ASC", -1, 0).size(), 2);
    headers = World.each(client.getCategoryTerms(world.guid("child"), "ASC", -1, 0), AtlasRelatedTermHeader.class);
    World.same(headers.get(0).getTermGuid(), world.guid("term"));
    World.same(client.getRelatedTerms(world.guid("synonym"), "ASC", -1, 0).size(), 2);
    List<AtlasRelatedCategoryHeader> below = World.each(
        client.getRelatedCategories(world.guid("parent"), "ASC", -1, 0).get("children"), AtlasRelatedCategoryHeader.class);
    World.same(below.get(0).getCategoryGuid(), world.guid("child"));
    World.fails(404, "ATLAS-404-00-005", () -> client.getGlossaryTerm("no-such-guid"));
  }

  private void update() throws Exception {
    AtlasGlossary glossary = client.getGlossaryByGuid(world.guid("glossary"));
    glossary.setUsage("everywhere");
    World.same(client.updateGlossaryByGuid(glossary.getGuid(), glossary).getUsage(), "everywhere");
    World.same(client.partialUpdateGlossaryByGuid(glossary.getGuid(), Map.of("shortDescription", "s")).getShortDescription(), "s");
    AtlasGlossaryTerm term = client.getGlossaryTerm(world.guid("term"));
    term.setAbbreviation("rev");
    term.setExamples(List.of("one", "two"));
    AtlasGlossaryTerm changed = client.updateGlossaryTermByGuid(term.getGuid(), term);
    World.same(changed.getExamples(), List.of("one", "two"));
    World.same(changed.getCategories().size(), 1);
    World.same(client.partialUpdateTermByGuid(term.getGuid(), Map.of("longDescription", "l")).getLongDescription(), "l");
    AtlasGlossaryCategory category = client.getGlossaryCategory(world.guid("parent"));
    category.setLongDescription("money");
    World.same(client.updateGlossaryCategoryByGuid(category.getGuid(), category).getChildrenCategories().size(), 1);
    World.same(client.partialUpdateCategoryByGuid(category.getGuid(), Map.of("shortDescription", "m")).getShortDescription(), "m");
    World.fails(400, "ATLAS-400-00-074", () -> client.partialUpdateTermByGuid(term.getGuid(), Map.of("nothing", "x")));
  }

  private void assign() throws Exception {
    String term = world.guid("term");
    client.assignTermToEntities(term, List.of(new AtlasRelatedObjectId(world.id("table", "hive_table"))));
    List<AtlasRelatedObjectId> assigned =
        World.each(client.getEntitiesAssignedWithTerm(term, "ASC", -1, 0), AtlasRelatedObjectId.class);
    World.same(assigned.get(0).getGuid(), world.guid("table"));
    World.same(client.getEntityHeaderByGuid(world.guid("table")).getMeaningNames(), List.of("revenue"));
    World.fails(400, "ATLAS-400-00-084", () -> client.deleteGlossaryTermByGuid(term));
    client.disassociateTermFromEntities(term, assigned);
    World.check(client.getEntitiesAssignedWithTerm(term, "ASC", -1, 0).isEmpty(), "assigned");
  }

  private void importTerms() throws Exception {
    World.check(client.getGlossaryImportTemplate().startsWith("GlossaryName, TermName"), "template");
    Path file = Files.createTempFile("terms", ".csv");
    try {
      Files.writeString(file, client.getGlossaryImportTemplate() + "\njava_glossary,margin,what is left\njava_glossary,cost\n");
      BulkImportResponse answer = client.importGlossary(file.toString());
      World.same(answer.getSuccessImportInfoList().get(0).getChildObjectName(), "margin");
      World.check(answer.getFailedImportInfoList().get(0).getRemarks().contains("already exists"), answer);
    } finally {
      Files.delete(file);
    }
    World.same(client.getGlossaryByGuid(world.guid("glossary")).getTerms().size(), 4);
  }

  private void delete() throws Exception {
    client.deleteGlossaryTermByGuid(world.guid("synonym"));
    client.deleteGlossaryCategoryByGuid(world.guid("parent"));
    World.same(client.getGlossaryCategory(world.guid("child")).getQualifiedName(), "sales@java_glossary");
    client.deleteGlossaryByGuid(world.guid("glossary"));
    World.fails(404, "ATLAS-404-00-005", () -> client.getGlossaryByGuid(world.guid("glossary")));
  }

  private AtlasGlossaryTerm term(String name) {
    AtlasGlossaryTerm term = new AtlasGlossaryTerm();
    term.setName(name);
    term.setAnchor(new AtlasGlossaryHeader(world.guid("glossary")));
    return term;
  }

  private AtlasGlossaryCategory category(String name) {
    AtlasGlossaryCategory category = new AtlasGlossaryCategory();
    category.setName(name);
    category.setAnchor(new AtlasGlossaryHeader(world.guid("glossary")));
    return category;
  }

  private static AtlasRelatedTermHeader header(String guid) {
    AtlasRelatedTermHeader header = new AtlasRelatedTermHeader();
    header.setTermGuid(guid);
    return header;
  }
}
