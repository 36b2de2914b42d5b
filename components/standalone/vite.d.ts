/** What vite makes of a worker that is to stand in the bundle. */
declare module '*?worker&inline' {
  const InlineWorker: new () => Worker
  export default InlineWorker
}
