import * as vscode from "vscode";
import { LazyFiles } from "../files/lazyFiles";
import { LazyTree, type TreeContent } from "./lazyTree";

/** What a feature registers with while what is behind it, its services, is not loaded. */
export interface LazyWindow<T> {
  readonly context: vscode.ExtensionContext;
  /** The services; loaded by the first who asks. */
  services(): Promise<T>;
  /** A tree view. @param id as package.json has it. */
  tree<N>(id: string, content: (services: T) => TreeContent<N>): void;
  /** A file system. */
  files(scheme: string, content: (services: T) => vscode.FileSystemProvider): void;
  /** A command. @param name without the part that all commands share. */
  command(name: string, run: (services: T, ...args: never[]) => unknown): void;
  /** Commands that one object holds by their names. */
  commands<K extends string>(
    names: readonly K[],
    of: (services: T) => Readonly<Record<K, (...args: never[]) => unknown>>,
  ): void;
}

/** Loads the services on first use, and again when that failed. */
export class WindowLoader<T> implements LazyWindow<T> {
  #opened: Promise<T> | undefined;
  readonly #followers: ((services: T) => void)[] = [];

  constructor(
    readonly context: vscode.ExtensionContext,
    private readonly load: () => Promise<T>,
  ) {}

  /** Undefined while nobody has asked. */
  get opened(): Promise<T> | undefined {
    return this.#opened;
  }

  services(): Promise<T> {
    this.#opened ??= this.load()
      .then((services) => {
        for (const follow of this.#followers) follow(services);
        return services;
      })
      .catch((error) => {
        this.#opened = undefined;
        throw error;
      });
    return this.#opened;
  }

  tree<N>(id: string, content: (services: T) => TreeContent<N>): void {
    const tree = new LazyTree<N>(id, async () => content(await this.services()));
    this.context.subscriptions.push(tree);
    this.#followers.push((services) => tree.follow(content(services)));
  }

  files(scheme: string, content: (services: T) => vscode.FileSystemProvider): void {
    const files = new LazyFiles(scheme, async () => content(await this.services()));
    this.context.subscriptions.push(files);
    this.#followers.push((services) => files.follow(content(services)));
  }

  command(name: string, run: (services: T, ...args: never[]) => unknown): void {
    const call = async (...args: never[]) => run(await this.services(), ...args);
    this.context.subscriptions.push(vscode.commands.registerCommand(`toolcrib.${name}`, call));
  }

  commands<K extends string>(
    names: readonly K[],
    of: (services: T) => Readonly<Record<K, (...args: never[]) => unknown>>,
  ): void {
    for (const name of names) this.command(name, (services, ...args) => of(services)[name](...args));
  }
}
