/** Of the element that FirstPicturePlace keeps free for the first picture. */
export const firstPictureId = 'first-picture'
