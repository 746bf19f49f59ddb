import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.atlas.AtlasClientV2;
import org.apache.atlas.AtlasServiceException;
import org.apache.atlas.SortOrder;
import org.apache.atlas.model.discovery.AtlasQuickSearchResult;
import org.apache.atlas.model.discovery.AtlasSearchResult;
import org.apache.atlas.model.discovery.QuickSearchParameters;
import org.apache.atlas.model.discovery.SearchParameters;
import org.apache.atlas.model.discovery.SearchParameters.FilterCriteria;
import org.apache.atlas.model.discovery.SearchParameters.Operator;
import org.apache.atlas.model.profile.AtlasUserSavedSearch;
import org.apache.atlas.model.profile.AtlasUserSavedSearch.SavedSearchType;

/** Searches of all kinds, and saved ones. */
final class SearchSteps {
  private final World world;
  private final AtlasClientV2 client;

  private SearchSteps(World world) {
    this.world = world;
    this.client = world.client;
  }

  static void addTo(Map<String, Step> steps, World world) {
    SearchSteps own = new SearchSteps(world);
    steps.put("entities are found by basic search", own::basic);
    steps.put("entities are found by DSL", own::dsl);
    steps.put("entities are found by words", own::words);
    steps.put("entities are found by attribute and by relation", own::related);
    steps.put("quick search counts what it finds", own::quick);
    steps.put("searches are saved and run", own::save);
  }

  private void basic() throws Exception {
    AtlasSearchResult found = client.basicSearch("hive_table", "", "orders", true, 10, 0);
    World.same(World.guidsOf(found.getEntities()), List.of(world.guid("table")));
    World.same(found.getQueryType(), AtlasSearchResult.AtlasQueryType.BASIC);
    found = client.basicSearch("java_sensor", atLeast(2), null, null, true, 10, 0);
    World.same(Set.copyOf(World.guidsOf(found.getEntities())), Set.of(world.guid("s0"), world.guid("s2"), world.guid("s3")));
    SearchParameters parameters = new SearchParameters();
    parameters.setTypeName("java_sensor");
    parameters.setEntityFilters(atLeast(2));
    parameters.setSortBy("cost");
    parameters.setSortOrder(SortOrder.DESCENDING);
    parameters.setLimit(2);
    parameters.setAttributes(Set.of("unit", "level"));
    found = client.facetedSearch(parameters);
    World.same(World.guidsOf(found.getEntities()), List.of(world.guid("s0"), world.guid("s3")));
    World.same(found.getApproximateCount(), 3L);
    World.same(found.getEntities().get(0).getAttribute("unit"), "volt");
    World.same(found.getSearchParameters().getSortBy(), "cost");
    found = client.basicSearch(null, "java_secret", null, true, 10, 0);
    World.same(Set.copyOf(World.guidsOf(found.getEntities())), Set.of(world.guid("s0"), world.guid("s1")));
    World.fails(400, "ATLAS-400-00-00A", () -> client.basicSearch("no_such_type", null, "x", true, 10, 0));
  }

  private void dsl() throws Exception {
    AtlasSearchResult found = client.dslSearch("java_sensor where cost > 2 orderby name");
    World.same(World.guidsOf(found.getEntities()), List.of(world.guid("s0"), world.guid("s3")));
    World.same(found.getQueryType(), AtlasSearchResult.AtlasQueryType.DSL);
    World.same(client.dslSearchWithParams("java_sensor", 2, 1).getEntities().size(), 2);
    AtlasSearchResult rows = client.dslSearch("java_sensor where name = 's3' select name, cost as price");
    World.same(rows.getAttributes().getName(), List.of("name", "price"));
    World.same(rows.getAttributes().getValues(), List.of(List.of("s3", 3)));
    World.fails(400, "ATLAS-400-00-059", () -> client.dslSearch("java_sensor where ="));
  }

  private void words() throws Exception {
    AtlasSearchResult found = client.fullTextSearch("java_owner");
    World.same(found.getFullTextResult().get(0).getEntity().getGuid(), world.guid("table"));
    World.check(found.getFullTextResult().get(0).getScore() != null, "score");
    World.check(client.fullTextSearchWithParams("java_owner", 5, 1).getFullTextResult().isEmpty(), "only one");
  }

  private void related() throws Exception {
    AtlasSearchResult found = client.attributeSearch("java_sensor", "qualifiedName", "s3@", 10, 0);
    World.same(World.guidsOf(found.getEntities()), List.of(world.guid("s3")));
    found = client.relationshipSearch(world.guid("table"), "columns", "name", SortOrder.ASCENDING, true, 10, 0);
    World.same(World.guidsOf(found.getEntities()), List.of(world.guid("column")));
  }

  private void quick() throws Exception {
    AtlasQuickSearchResult found = client.quickSearch("orders", "hive_table", true, 10, 0);
    World.same(World.guidsOf(found.getSearchResults().getEntities()), List.of(world.guid("table")));
    QuickSearchParameters parameters = new QuickSearchParameters();
    parameters.setQuery("sales");
    parameters.setExcludeDeletedEntities(true);
    parameters.setLimit(5);
    found = client.quickSearch(parameters);
    World.check(World.guidsOf(found.getSearchResults().getEntities()).contains(world.guid("db")), "sales");
    World.check(found.getAggregationMetrics().get("__typeName").stream().anyMatch(one -> one.getName().equals("hive_db")), "types");
    // The client asks, and cannot make the object that it would return, whatever the server says.
    try {
      client.getSuggestions("java_o", null);
      throw new AssertionError("the client can read suggestions: say what they have to be");
    } catch (AtlasServiceException error) {
      World.check(error.getCause().toString().contains("no Creators"), error.getCause());
    }
  }

  private void save() throws Exception {
    SearchParameters parameters = new SearchParameters();
    parameters.setTypeName("hive_table");
    AtlasUserSavedSearch search = new AtlasUserSavedSearch("admin", "my_tables", SavedSearchType.BASIC, parameters);
    AtlasUserSavedSearch saved = client.addSavedSearch(search);
    World.same(saved.getSearchParameters().getTypeName(), "hive_table");
    World.same(World.each(client.getSavedSearches("admin"), AtlasUserSavedSearch.class).stream().map(AtlasUserSavedSearch::getName).toList(), List.of("my_tables"));
    World.same(client.getSavedSearch("admin", "my_tables").getGuid(), saved.getGuid());
    World.same(World.guidsOf(client.executeSavedSearch("admin", "my_tables").getEntities()), List.of(world.guid("table")));
    saved.getSearchParameters().setTypeName("hive_db");
    World.same(client.updateSavedSearch(saved).getSearchParameters().getTypeName(), "hive_db");
    World.same(World.guidsOf(client.executeSavedSearch(saved.getGuid()).getEntities()), List.of(world.guid("db")));
    client.deleteSavedSearch(saved.getGuid());
    World.check(client.getSavedSearches("admin").isEmpty(), "saved");
  }

  private static FilterCriteria atLeast(int cost) {
    FilterCriteria filter = new FilterCriteria();
    filter.setAttributeName("cost");
    filter.setOperator(Operator.GTE);
    filter.setAttributeValue(String.valueOf(cost));
    return filter;
  }
}
