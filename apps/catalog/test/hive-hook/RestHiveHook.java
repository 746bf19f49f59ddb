/** The bridge of 2.1.0 on the notification of 2.4.0, which wants to know who speaks and is told so by later bridges. */
public class RestHiveHook extends org.apache.atlas.hive.hook.HiveHook {
  @Override
  public String getMessageSource() {
    return "hive";
  }
}
