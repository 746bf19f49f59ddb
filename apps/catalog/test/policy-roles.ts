/** The pattern of a policy that everything fits. */
export const any: string[] = ['.*'];

/** What of entities a policy is about: all of it. */
export const allEntities = {
  entityTypes: any,
  entityIds: any,
  entityClassifications: any,
  labels: any,
  businessMetadata: any,
  classifications: any,
};

/** A role of a policy that may do everything. */
export const wholeRole = {
  adminPermissions: [{privileges: any}],
  typePermissions: [{privileges: any, typeCategories: any, typeNames: any}],
  entityPermissions: [{...allEntities, privileges: any}],
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
