/** A request header that the front program puts on a page that stands in a page of somebody else: it has no header of its own. */
export const embeddedMark = 'x-hearth-embedded'
