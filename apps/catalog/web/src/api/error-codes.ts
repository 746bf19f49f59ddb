/** How the server says that a term is in use. Known by its code: the message has names in it. */
export const termIsAssigned = 'ATLAS-400-00-084';
