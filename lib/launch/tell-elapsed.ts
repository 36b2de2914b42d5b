/** How often a step that takes long says for how long it has run: on a terminal, and in a log. */
const terminalTellMs = 1000
const logTellMs = 30_000
/** Back to the start of the line, which is cleared. */
const clearLine = '\r\u001b[K'

interface Screen {
  readonly isTTY?: boolean
  readonly write: (text: string) => unknown
}

/**
 * Waits for the build of the pages. A terminal shows each second how long it takes, on a line that is cleared at the
 * end; elsewhere `report` prints a line every 30 s.
 */
export async function tellElapsed<Result>(
  { report, screen }: { report: (line: string) => void; screen: Screen },
  work: () => Promise<Result>,
): Promise<Result> {
  const begun = performance.now()
  const tell = () => {
    const seconds = Math.round((performance.now() - begun) / 1000)
    const text = `still building the pages: ${seconds} s`
    if (screen.isTTY === true) screen.write(`${clearLine}${text}`)
    else report(text)
  }
  const ticker = setInterval(tell, screen.isTTY === true ? terminalTellMs : logTellMs)
  try {
    return await work()
  } finally {
    clearInterval(ticker)
    if (screen.isTTY === true) screen.write(clearLine)
  }
}
