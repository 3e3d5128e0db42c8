/** An image as a model may see it: upright, of a size and kind that models take. Runs in the worker. */
import type { PhotonImage } from "@silvia-odwyer/photon-node";
import { imageSize } from "image-size";
import { isAnimated } from "./animation";
import { decodeAvif } from "./decodeAvif";
import type { ImageJob, ImageOutcome, PreparedImage } from "./jobs";
import { isSideways, orientationOf, type Pixels, turnUpright } from "./orientation";

/** Pixels that are decoded at most: a quarter of a gigabyte of memory. */
const maxPixels = 64 * 1024 * 1024;
/** Pixels of the longest side; models scale down what is larger, or refuse it. */
const maxSide = 1568;
/** Bytes of what is sent; as base64 they stay below the five megabytes that models take. */
const maxBytes = 3_500_000;
/** JPEG qualities that are tried until the bytes are few enough; the last is taken whatever it gives. */
const qualities = [85, 70, 50];

/** Kinds that every model takes. */
const taken = ["image/png", "image/jpeg", "image/gif", "image/webp"];
/** Kinds of photographs: they become JPEG and not PNG when they are written anew. */
const photographic = ["image/jpeg", "image/avif", "image/tiff"];

const photon = (): typeof import("@silvia-odwyer/photon-node") => require("@silvia-odwyer/photon-node");

/** @throws whatever the decoders throw for bytes that they cannot decode. */
export async function prepareImage(job: ImageJob): Promise<ImageOutcome> {
  const bytes = Buffer.from(job.bytes.buffer, job.bytes.byteOffset, job.bytes.length);
  const { mimeType } = job;
  const stored = imageSize(bytes);
  const orientation = orientationOf(bytes, mimeType);
  const turned = orientation !== 1;
  const [width, height] = isSideways(orientation) ? [stored.height, stored.width] : [stored.width, stored.height];
  const facts = { width, height, turned, most: maxPixels };
  if (width * height > maxPixels) return facts;
  const image = await decode(bytes, mimeType);
  const fits = bytes.length <= maxBytes;
  const isSmall = Math.max(width, height) <= maxSide;
  if (fits && !turned && taken.includes(mimeType) && (isSmall || (mimeType === "image/gif" && isAnimated(bytes))))
    return { ...facts, prepared: { bytes, mimeType, width, height } };
  const upright = turnUpright(scaled(image), orientation);
  return { ...facts, prepared: written(upright, photographic.includes(mimeType)) };
}

async function decode(bytes: Buffer, mimeType: string): Promise<PhotonImage> {
  const { PhotonImage } = photon();
  if (mimeType !== "image/avif") return PhotonImage.new_from_byteslice(bytes);
  const { data, width, height } = await decodeAvif(bytes);
  return new PhotonImage(data, width, height);
}

/** The pixels, no more of them than are shown; the image is used up, because two of that size are a lot of memory. */
function scaled(image: PhotonImage): Pixels {
  const [width, height] = [image.get_width(), image.get_height()];
  const scale = Math.min(1, maxSide / Math.max(width, height));
  if (scale === 1) return pixelsOf(image);
  const { resize, SamplingFilter } = photon();
  const [wide, high] = [width, height].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
  const small = resize(image, wide, high, SamplingFilter.CatmullRom);
  image.free();
  return pixelsOf(small);
}

function pixelsOf(image: PhotonImage): Pixels {
  const pixels = { data: image.get_raw_pixels(), width: image.get_width(), height: image.get_height() };
  image.free();
  return pixels;
}

/** A photograph as JPEG; everything else as PNG, unless that takes too many bytes. */
function written({ data, width, height }: Pixels, photograph: boolean): PreparedImage {
  const image = new (photon().PhotonImage)(data, width, height);
  try {
    const png = photograph ? undefined : image.get_bytes();
    if (png && png.length <= maxBytes) return { bytes: png, mimeType: "image/png", width, height };
    let bytes: Uint8Array = new Uint8Array();
    for (const quality of qualities) {
      bytes = image.get_bytes_jpeg(quality);
      if (bytes.length <= maxBytes) break;
    }
    return { bytes, mimeType: "image/jpeg", width, height };
  } finally {
    image.free();
  }
}
