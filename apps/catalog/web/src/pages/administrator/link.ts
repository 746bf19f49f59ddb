/**
 * What an address of the page says behind the question mark. All texts, as they come from an
 * address; shared by the tabs, so that changing the tab keeps nothing of another's.
 */
export type AdministratorLink = {
  readonly tabActive?: string | undefined;
  /** Who did it. */
  readonly user?: string | undefined;
  readonly operation?: string | undefined;
  /** Not before and not after these times, in epoch milliseconds. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Entity type. */
  readonly type?: string | undefined;
  /** Rows that were passed over. */
  readonly from?: string | undefined;
  /** What is asked about rights, besides user and type; groups with commas between them. */
  readonly groups?: string | undefined;
  readonly privilege?: string | undefined;
  readonly guid?: string | undefined;
  readonly end2?: string | undefined;
  readonly detail?: string | undefined;
};

/** What a tab of the page is drawn with. */
export type TabProps = {
  readonly link: AdministratorLink;
  readonly onChange: (changes: AdministratorLink) => void;
};
