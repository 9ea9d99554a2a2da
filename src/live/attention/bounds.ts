/** After so many days an invitation that was not opened is worth a look. */
export const UNOPENED_DAYS = 5;
