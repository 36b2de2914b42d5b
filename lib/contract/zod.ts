/** zod, as it is to be in pages: schemas that pages may load are made with it. */
import { z } from 'zod'

// By default zod tries `new Function` when the first schema is made, and compiles its parsers where that worked. The policy of the
// pages forbids it; the developer tools lift that for the task in which they evaluate, and a first try at such a moment made every
// later answer unreadable.
if ('self' in globalThis) z.config({ jitless: true })

export { z }
