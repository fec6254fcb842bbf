/** For a `ref`: what appears takes the focus. One function for all, so that it runs once. */
export const prendreLeFocus = (element: HTMLElement | null) => element?.focus()
