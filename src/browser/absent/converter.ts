/** In the place of lib/media/systemConverter.ts: there are no programs. */

export const canConvertHeic = (): boolean => false;

export async function heicToJpeg(): Promise<undefined> {}
