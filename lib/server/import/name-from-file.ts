/**
 * What an imported profile is called after its file: no folder, no ending, no control characters, not too long.
 *
 *     fold/shop.perf.txt  shop.perf      shop.pb.gz  shop      shop.speedscope.json  shop
 */
export function nameOfFile(fileName: string): string {
  const last = fileName
    .replace(/\p{Cc}/gu, '')
    .split(/[\\/]/)
    .at(-1)!
  const name = last
    .replace(/(?<=.)\.gz$/i, '')
    .replace(/(?<=.)(\.speedscope)?\.[^.]{1,10}$/i, '')
    .trim()
    .slice(0, 200)
  return name || 'imported profile'
}
