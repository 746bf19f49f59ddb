/** What an address of the page says behind the question mark. */
export type StatisticsLink = {
  /** Type whose counts the chart shows; all without it. */
  type?: string;
  /** How far back the chart goes. */
  span?: string;
  /** Time of the counts that are shown, in epoch milliseconds; now without it. */
  at?: string;
};
