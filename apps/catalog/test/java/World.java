import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.atlas.AtlasClient;
import org.apache.atlas.AtlasClientV2;
import org.apache.atlas.AtlasServiceException;
import org.apache.atlas.model.instance.AtlasClassification;
import org.apache.atlas.model.instance.AtlasEntity;
import org.apache.atlas.model.instance.AtlasEntityHeader;
import org.apache.atlas.model.instance.AtlasObjectId;
import org.apache.atlas.utils.AtlasJson;

/** The clients, and what earlier steps have made. */
final class World {
  final AtlasClientV2 client;
  /** Of the API before the second version. */
  final AtlasClient legacy;
  /** By a name of the steps' own. */
  final Map<String, String> guids = new LinkedHashMap<>();

  World(AtlasClientV2 client, AtlasClient legacy) {
    this.client = client;
    this.legacy = legacy;
  }

  String guid(String name) {
    return Objects.requireNonNull(guids.get(name), name);
  }

  AtlasObjectId id(String name, String typeName) {
    return new AtlasObjectId(guid(name), typeName);
  }

  static AtlasEntity entity(String typeName, String name) {
    AtlasEntity entity = new AtlasEntity(typeName);
    entity.setAttribute("qualifiedName", name + "@java");
    entity.setAttribute("name", name);
    return entity;
  }

  static Map<String, String> unique(String name) {
    return Map.of("qualifiedName", name + "@java");
  }

  List<String> classificationsOf(String guid) throws AtlasServiceException {
    return client.getClassifications(guid).getList().stream().map(AtlasClassification::getTypeName).sorted().toList();
  }

  /** The client's lists hold maps in place of what they declare, so each is read as such. */
  static <T> List<T> each(List<?> list, Class<T> type) {
    return list == null ? List.of() : list.stream().map(one -> AtlasJson.fromJson(AtlasJson.toJson(one), type)).toList();
  }

  static List<String> guidsOf(List<AtlasEntityHeader> headers) {
    return headers == null ? List.of() : headers.stream().map(AtlasEntityHeader::getGuid).toList();
  }

  static void check(boolean holds, Object about) {
    if (!holds) throw new AssertionError(String.valueOf(about));
  }

  static void same(Object actual, Object expected) {
    if (!Objects.equals(actual, expected)) throw new AssertionError("expected " + expected + ", but got " + actual);
  }

  /** The call is refused with this status, and with this code in what the server says. */
  static void fails(int status, String code, Step call) throws Exception {
    try {
      call.run();
    } catch (AtlasServiceException error) {
      check(error.getStatus() != null && error.getStatus().getStatusCode() == status, error);
      check(error.getMessage().contains(code), error.getMessage());
      return;
    }
    throw new AssertionError("expected " + status + " " + code);
  }
}
