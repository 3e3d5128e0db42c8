/** `string_decoder` for a browser: what iconv-lite decodes UTF-8 and UTF-16 with. */
export class StringDecoder {
  readonly #decoder: InstanceType<typeof TextDecoder>;

  constructor(encoding = "utf8") {
    this.#decoder = new TextDecoder(/^(ucs-?2|utf-?16le)$/i.test(encoding) ? "utf-16le" : "utf-8", { ignoreBOM: true });
  }

  write(bytes: Uint8Array): string {
    return this.#decoder.decode(bytes, { stream: true });
  }

  end(bytes?: Uint8Array): string {
    return this.#decoder.decode(bytes);
  }
}
