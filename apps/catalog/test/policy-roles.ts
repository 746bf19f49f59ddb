/** The pattern of a policy that everything fits. */
export const any: string[] = ['.*'];

/** A role of a policy that may do everything. */
export const wholeRole = {
  adminPermissions: [{privileges: any}],
  typePermissions: [{privileges: any, typeCategories: any, typeNames: any}],
  entityPermissions: [
    {
      privileges: any,
      entityTypes: any,
      entityIds: any,
      entityClassifications: any,
      labels: any,
      businessMetadata: any,
      classifications: any,
    },
  ],
  relationshipPermissions: [
    {
      privileges: any,
      relationshipTypes: any,
      ...Object.fromEntries(
        ['end1', 'end2'].flatMap(end =>
          ['Type', 'Id', 'Classification'].map(of => [`${end}Entity${of}`, any]),
        ),
      ),
    },
  ],
};
