/** Where a workspace's folder tells that it lies: the setting may name another folder by now. */
import { basename, dirname } from "node:path";
import { backgroundName } from "../../../core/ports/workspaces";

/** True for the folder of a schedule's run, which lies one deeper than those of agents and is soon removed (EX-5). */
export const isOfRun = (folder: string): boolean => basename(dirname(folder)) === backgroundName;

/** The folder with all workspaces. @param folder of a workspace, of an agent or a schedule's run. */
export const baseOf = (folder: string): string => dirname(isOfRun(folder) ? dirname(folder) : folder);
