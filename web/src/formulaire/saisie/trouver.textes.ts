/** What is said of what the browser's own search found in a section that is not shown. */
export const textesTrouver = {
  dans: (section: string) => `Dans la section «\u00a0${section}\u00a0»`,
} as const
