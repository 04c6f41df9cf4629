/** A picture as SVG that is safe to show, whatever is in it. Loaded when the first one is shown. */
import DOMPurify from 'dompurify'

export const renderPicture = (svg: string): DocumentFragment =>
  DOMPurify.sanitize(svg, { USE_PROFILES: { svg: true }, ADD_ATTR: ['role'], FORBID_TAGS: ['style', 'image', 'a'], FORBID_ATTR: ['style'], RETURN_DOM_FRAGMENT: true })
