/** Something to try; what it throws is its failure. */
@FunctionalInterface
interface Step {
  void run() throws Exception;
}
