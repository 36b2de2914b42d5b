/**
 * The same load for every clinic: a few customers, each of whom asks again when the answer is there (a closed loop).
 *
 *     node examples/clinic/load.ts http://127.0.0.1:8080 60     for a minute
 */
const customers = 4
const owners = 400
const letters = 'ABCDEFGHIJKLMNOPQRST'

export interface Load extends AsyncDisposable {
  /** Answers so far. */
  count(): number
}

/** Runs until it is disposed. Throws: then, an Error when an answer was not as it should be. */
export function startLoad(clinic: string): Load {
  let count = 0
  const stopping = new AbortController()
  const running = Promise.allSettled(Array.from({ length: customers }, (_, number) => browse(number)))

  async function browse(number: number): Promise<void> {
    for (let step = number; !stopping.signal.aborted; step += customers) {
      const answer = await ask(clinic, step)
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${text.slice(0, 200)}`)
      count++
    }
  }

  return {
    count: () => count,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      for (const end of await running) if (end.status === 'rejected') throw end.reason
    },
  }
}

/** Nine of twenty requests list owners, nine show one, one shows the vets, one adds a visit. */
function ask(clinic: string, step: number): Promise<Response> {
  const kind = Math.floor(step / customers) % 20
  const any = (step * 7) % owners
  if (kind === 0) return fetch(`${clinic}/vets`)
  if (kind === 1) {
    const body = new URLSearchParams({ seenOn: '2026-01-01', vet: '1', description: 'check-up' })
    return fetch(`${clinic}/pets/${any + 1}/visits`, { method: 'POST', body })
  }
  if (kind % 2 === 0) return fetch(`${clinic}/owners?lastName=${letters[any % letters.length]}`)
  return fetch(`${clinic}/owners/${any + 1}`)
}

if (import.meta.main) {
  const [url = 'http://127.0.0.1:8080', seconds = '60'] = process.argv.slice(2)
  const load = startLoad(url)
  setTimeout(
    () => {
      console.log(`${load.count()} answers in ${seconds} s`)
      void load[Symbol.asyncDispose]()
    },
    Number(seconds) * 1000,
  )
}
