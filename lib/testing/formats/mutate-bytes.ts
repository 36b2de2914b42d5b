const hostile = [
  '\0',
  '\n',
  '\r\n',
  '\xff\xfe',
  ';'.repeat(50),
  '(',
  ')',
  '<script>',
  '__proto__',
  '9'.repeat(400),
  ' '.repeat(300),
]

/** The bytes with one to four accidents: flipped, cut out, doubled, shuffled or replaced by something nasty. */
export function mutate(bytes: Uint8Array, random: () => number): Uint8Array {
  let text = Buffer.from(bytes).toString('latin1')
  const accidents = 1 + Math.floor(random() * 4)
  for (let accident = 0; accident < accidents; accident++) {
    const at = Math.floor(random() * text.length)
    const to = at + Math.floor(random() * 200)
    const slice = text.slice(at, to)
    const kinds = [
      () => text.slice(0, at) + String.fromCharCode(Math.floor(random() * 256)) + text.slice(at + 1),
      () => text.slice(0, at) + text.slice(to),
      () => text.slice(0, to) + slice + text.slice(to),
      () => text.slice(0, at) + hostile[Math.floor(random() * hostile.length)]! + text.slice(at),
      () => text.slice(0, at),
      () => slice + text,
    ]
    text = kinds[Math.floor(random() * kinds.length)]!()
  }
  return Buffer.from(text, 'latin1')
}
