/**
 * Seconds between two deliveries of a subscription where nothing else is said, by its kind of
 * target: a chat is read by people, and mail even less often.
 */
export const usualEvery = {WEBHOOK: 0, KAFKA: 0, SLACK: 10, TEAMS: 10, MAIL: 300} as const;
