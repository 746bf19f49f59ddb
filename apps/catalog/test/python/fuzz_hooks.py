"""Puts what is really there into the requests that schemathesis makes.

Made-up guids and names end at the first look-up; with these a good part of the requests gets as far as the rules and the store.
GAZETTEER_FUZZ_WORLD names a JSON file: {"guids": {kind: [guid]}, "names": {kind: [name]}}.
"""

import hashlib
import json
import os
import random

import schemathesis
from schemathesis.core.parameters import ParameterLocation

with open(os.environ["GAZETTEER_FUZZ_WORLD"], encoding="utf-8") as file:
    world = json.load(file)
guids, names = world["guids"], world["names"]

every_guid = [guid for kind in guids.values() for guid in kind]
every_type = [name for kind in ("entityType", "classification", "relationshipType", "otherType") for name in names[kind]]
numbers = ["0", "1", "25", "-1", "1700000000000"]
kind_by_member = {
    "termguid": "term",
    "glossaryguid": "glossary",
    "categoryguid": "category",
    "parentcategoryguid": "category",
    "relationshipguid": "relationship",
    "relationguid": "relationship",
    "auditguid": "audit",
}
"""Paths whose `guid` is of a kind; the first that is part of a path counts."""
kind_by_path = {
    "/glossary/term": "term",
    "/glossary/category": "category",
    "/glossary": "glossary",
    "/relationship": "relationship",
    "/search/saved": "savedSearch",
    "def/guid": "type",
    "/admin/audit": "audit",
}
maps_by_attribute = {"attributes", "relationshipattributes", "uniqueattributes", "entitiesuniqueattributes", "businessattributes"}


def candidates(member, path):
    """Values that would make sense for a member or parameter."""
    member = member.lower()
    if "guid" in member:
        kind = kind_by_member.get(member) or next((kind for part, kind in kind_by_path.items() if part in path), "entity")
        return guids[kind] * 3 + every_guid
    if member in ("typename", "type", "entitytype", "entitytypename"):
        if "classification" in path:
            return names["classification"]
        return names["relationshipType"] if "relationship" in path else every_type
    if member in ("classification", "classificationname", "traitname", "tag"):
        return names["classification"]
    if member == "relationshipname":
        return names["relationshipType"]
    if member in ("bmname", "businessmetadata"):
        return names["businessMetadata"]
    if member in ("attributename", "attrname", "property", "sortby", "relation", "fieldname"):
        return names["attribute"]
    if member == "operator":
        return names["operator"]
    if member in ("query", "querytext"):
        return names["query"]
    if member in ("qualifiedname", "termname", "value", "tablename", "attr:qualifiedname", "attr_0:qualifiedname"):
        return names["qualifiedName"]
    if member == "name":
        if "def/name" in path:
            return every_type
        if "classification" in path or "trait" in path:
            return names["classification"]
        return names["savedSearch"] if "/saved" in path else names["attribute"]
    if member in ("starttime", "endtime", "collectiontime", "offset", "depth"):
        return numbers
    return None


def reference(dice):
    return {"guid": dice.choice(guids["entity"]), "typeName": dice.choice(names["entityType"])}


def attribute_value(dice):
    """Of a kind that some attribute has."""
    return dice.choice(
        [
            dice.choice(names["qualifiedName"]),
            dice.choice([0, 7, -1, 1700000000000, 12345678901234567890, 1.5]),
            reference(dice),
            [reference(dice), reference(dice)],
            {"typeName": "hive_table", "uniqueAttributes": {"qualifiedName": dice.choice(names["qualifiedName"])}},
            True,
            None,
        ]
    )


def real(value, member, path, dice):
    """The value with known names and guids in about two of three places."""
    if isinstance(value, dict):
        if member.lower() not in maps_by_attribute:
            return {key: real(inner, key, path, dice) for key, inner in value.items()}
        keys = names["businessMetadata"] if member.lower() == "businessattributes" else names["attribute"]
        known = {dice.choice(keys): attribute_value(dice) for _ in range(dice.randrange(3))}
        return known | {
            (dice.choice(keys) if dice.random() < 0.3 else key): real(inner, key, path, dice)
            for key, inner in list(value.items())[:2]
        }
    if isinstance(value, list):
        return [real(one, member, path, dice) for one in value]
    # An empty one says that nothing was given, which may be what is tried.
    if isinstance(value, str) and value:
        known = candidates(member, path)
        if known and dice.random() < 0.7:
            return dice.choice(known)
    return value


def is_wrong(case, location):
    """Whether a part was made to be refused: what is wrong with it may be the very value that a known one would replace."""
    part = case.meta and case.meta.components.get(location)
    return part is not None and part.mode.is_negative


@schemathesis.hook
def before_call(context, case, kwargs):
    path = case.operation.path
    parts = [case.path_parameters, case.query, case.body]
    # The same request is always changed alike, so that a failure can be sent again.
    seed = hashlib.sha256(f"{path} {parts!r}".encode("utf-8", "surrogatepass")).hexdigest()
    dice = random.Random(seed)
    if isinstance(case.path_parameters, dict):
        case.path_parameters = real(case.path_parameters, "", path, dice)
    if isinstance(case.query, dict) and not is_wrong(case, ParameterLocation.QUERY):
        case.query = real(case.query, "", path, dice)
    is_json = isinstance(case.body, (dict, list)) and (case.media_type or "").startswith("application/json")
    if is_json and not is_wrong(case, ParameterLocation.BODY):
        case.body = real(case.body, "guid" if isinstance(case.body, list) else "", path, dice)
