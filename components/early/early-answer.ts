/** As text, in the document: the profile is asked for before any script of ours is there. */
export const askEarlyScript =
  'hearthAnswer=fetch(document.currentScript.dataset.dataUrl);hearthAnswer.catch(function(){})'

const place = globalThis as { hearthAnswer?: Promise<Response> }

/** The answer that the page has asked for, once. */
export function takeAnswer(): Promise<Response> | undefined {
  const answer = place.hearthAnswer
  delete place.hearthAnswer
  return answer
}
