/** A white U on black: PNGs of 29 and 58 pixels, one bit each, in base64. No pass is taken without an icon. */
export const PASS_ICONS = {
  "icon.png":
    "iVBORw0KGgoAAAANSUhEUgAAAB0AAAAdAQAAAAB+6FqiAAAAH0lEQVR42mNgwA8+VJBP/PgBJOo/wAj7B0CCv4GAhQDAERddWAMCUwAAAABJRU5ErkJggg==",
  "icon@2x.png":
    "iVBORw0KGgoAAAANSUhEUgAAADoAAAA6AQAAAADJwHeFAAAAQElEQVR42mNgoCv4z2B/YDgxGurRGPUP/zdAGP+hDPv//xlQGfL//0EY/P//QBjs/39AGIz/H0BDqr6BvjHDAAB/sEaoM3nEhQAAAABJRU5ErkJggg==",
};
