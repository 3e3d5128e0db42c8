/** Whether a file is a Jupyter notebook by its name. */
export const isNotebookName = (path: string): boolean => path.toLowerCase().endsWith(".ipynb");
