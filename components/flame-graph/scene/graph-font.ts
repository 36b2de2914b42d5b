/** The face of the labels, as `document.fonts` is asked for it. It decides their widths: measured with a stand-in, they would not fit later. */
export const graphFont = '12px "JetBrains Mono Variable"'
