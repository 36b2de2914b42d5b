/**
 * zod, as it is to be in pages: schemas that pages may load are made with it. By `import * as z`, of which a page gets
 * what it uses; behind a name that is passed on it would get all of zod, with its texts in all languages.
 */
import { config } from 'zod'

// By default zod tries `new Function` when the first schema is made, and compiles its parsers where that worked. The
// policy of the pages forbids it; the developer tools lift that for the task in which they evaluate, and a first try at
// such a moment made every later answer unreadable.
if ('self' in globalThis) config({ jitless: true })

export * from 'zod'
