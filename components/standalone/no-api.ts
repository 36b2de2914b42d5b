/** In the place of api/call-api.ts: a file has nobody to ask, and need not carry the code that checks answers. */
export async function problemOf(response: Response): Promise<Error> {
  return new Error(`${response.url} answered ${response.status}, though a file asks nobody`)
}
