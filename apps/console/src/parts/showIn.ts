/** Brings a part of an area that scrolls to its middle. The page stays where it is, unlike after `scrollIntoView`. */
export const showIn = (area: Element | null, part: Element | null | undefined): void => {
  if (area === null || part === null || part === undefined) return
  const [outer, inner] = [area.getBoundingClientRect(), part.getBoundingClientRect()]
  area.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2
  area.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2
}
