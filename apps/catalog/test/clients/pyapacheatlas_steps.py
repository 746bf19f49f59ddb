"""Drives a catalog through pyapacheatlas, unmodified, with the defaults that its helpers send. Usage: pyapacheatlas_steps.py URL"""

import os
import tempfile

from openpyxl import load_workbook
from pyapacheatlas.auth import BasicAuthentication
from pyapacheatlas.core import AtlasClassification, AtlasClient, AtlasEntity, AtlasProcess, TypeCategory
from pyapacheatlas.core.glossary import AtlasGlossaryTerm
from pyapacheatlas.core.typedef import (
    AtlasAttributeDef,
    AtlasStructDef,
    ChildEndDef,
    ClassificationTypeDef,
    EntityTypeDef,
    ParentEndDef,
    RelationshipTypeDef,
)
from pyapacheatlas.core.util import AtlasException, GuidTracker
from pyapacheatlas.core.whatif import WhatIfValidator
from pyapacheatlas.readers import ExcelConfiguration, ExcelReader
from pyapacheatlas.scaffolding import column_lineage_scaffold

from steps import run, url

client = AtlasClient(f"{url}/api/atlas/v2", BasicAuthentication("admin", "admin"))
guids = {}
tracker = GuidTracker()


def fails(call, part):
    try:
        call()
    except AtlasException as error:
        assert part in str(error), str(error)
    else:
        raise AssertionError(f"expected an error with {part}")


def entity_types_with_the_default_attributes_are_uploaded():
    attributes = [
        AtlasAttributeDef("note"),
        AtlasAttributeDef("cost", typeName="int"),
        AtlasAttributeDef("words", typeName="array<string>", cardinality="SET"),
    ]
    table = EntityTypeDef("pya_table", attributeDefs=attributes)
    column = EntityTypeDef("pya_column", attributeDefs=[AtlasAttributeDef("data_type", isOptional=False)])
    columns = RelationshipTypeDef(
        "pya_table_columns",
        ParentEndDef("columns", "pya_table"),
        ChildEndDef("table", "pya_column"),
        "COMPOSITION",
    )
    answer = client.upload_typedefs(entityDefs=[table, column], relationshipDefs=[columns], force_update=True)
    assert {one["name"] for one in answer["entityDefs"]} == {"pya_table", "pya_column"}, answer
    read = client.get_typedef(name="pya_table", type_category=TypeCategory.ENTITY)
    assert {one["name"] for one in read["attributeDefs"]} == {"note", "cost", "words"}, read
    assert [one["name"] for one in read["relationshipAttributeDefs"] if one["name"] == "columns"], read


def types_are_uploaded_again_with_force_update():
    table = EntityTypeDef("pya_table", attributeDefs=[AtlasAttributeDef(one) for one in ("note", "more")])
    kept = client.get_typedef(name="pya_table", type_category=TypeCategory.ENTITY)["attributeDefs"]
    table.attributeDefs = kept + [AtlasAttributeDef("more").to_json()]
    client.upload_typedefs(entityDefs=[table], force_update=True)
    names = {one["name"] for one in client.get_typedef(name="pya_table")["attributeDefs"]}
    assert names == {"note", "cost", "words", "more"}, names


def structs_and_classifications_are_uploaded():
    struct = AtlasStructDef("pya_struct", category=TypeCategory.STRUCT, attributeDefs=[AtlasAttributeDef("part")])
    secret = ClassificationTypeDef("pya_secret", attributeDefs=[AtlasAttributeDef("level")])
    open_ = ClassificationTypeDef("pya_open", entityTypes=["DataSet"])
    answer = client.upload_typedefs(structDefs=[struct], classificationDefs=[secret, open_])
    assert len(answer["classificationDefs"]) == 2 and len(answer["structDefs"]) == 1, answer
    assert any(one["name"] == "pya_secret" for one in client.get_all_typedefs()["classificationDefs"])


def entities_that_refer_to_each_other_by_guid_are_uploaded():
    table = AtlasEntity("t", "pya_table", "pya://t", guid=tracker.get_guid(), attributes={"note": "first", "words": ["a"]})
    columns = []
    for name in ("a", "b"):
        column = AtlasEntity(name, "pya_column", f"pya://t#{name}", guid=tracker.get_guid(), attributes={"data_type": "int"})
        column.addRelationship(table=table)
        columns.append(column)
    answer = client.upload_entities([table, *columns])
    assert set(answer["guidAssignments"]) == {str(one.guid) for one in (table, *columns)}, answer
    for one in (table, *columns):
        guids[one.qualifiedName] = answer["guidAssignments"][str(one.guid)]


def an_uploaded_entity_is_read_in_each_way():
    by_name = client.get_entity(qualifiedName="pya://t", typeName="pya_table")["entities"][0]
    assert by_name["guid"] == guids["pya://t"], by_name
    single = client.get_single_entity(guid=guids["pya://t"])
    assert {one["displayText"] for one in single["entity"]["relationshipAttributes"]["columns"]} == {"a", "b"}, single
    many = client.get_entity(guid=[guids["pya://t#a"], guids["pya://t#b"]])
    assert [one["attributes"]["data_type"] for one in many["entities"]] == ["int", "int"], many
    assert client.get_entity_header(guids["pya://t"])["displayText"] == "t"


def an_entity_is_changed_in_part():
    client.partial_update_entity(guid=guids["pya://t"], attributes={"note": "second"})
    client.partial_update_entity(typeName="pya_table", qualifiedName="pya://t", attributes={"more": "third"})
    read = client.get_single_entity(guid=guids["pya://t"])["entity"]["attributes"]
    assert (read["note"], read["more"], read["words"]) == ("second", "third", ["a"]), read


def a_process_by_numeric_guids_in_the_same_upload_makes_lineage():
    source = AtlasEntity("s", "pya_table", "pya://s", guid=tracker.get_guid())
    target = AtlasEntity("x", "pya_table", "pya://x", guid=tracker.get_guid())
    process = AtlasProcess("p", "Process", "pya://p", [source], [target], guid=tracker.get_guid())
    process.addInput(AtlasEntity("t", "pya_table", "pya://t", guid=guids["pya://t"]))
    answer = client.upload_entities({"entities": [one.to_json() for one in (source, target, process)]})
    guids["pya://p"] = answer["guidAssignments"][str(process.guid)]
    guids["pya://x"] = answer["guidAssignments"][str(target.guid)]
    lineage = client.get_entity_lineage(guids["pya://x"], depth=3, direction="INPUT")
    assert len(lineage["guidEntityMap"]) == 4, lineage
    assert len(lineage["relations"]) == 3, lineage


def inputs_of_a_process_are_ended():
    process = AtlasProcess("p", "Process", "pya://p", [], [AtlasEntity("x", "pya_table", "pya://x", guid=guids["pya://x"])], guid=-900)
    client.upload_entities([process])
    read = client.get_single_entity(guid=guids["pya://p"])["entity"]["relationshipAttributes"]
    assert {one["relationshipStatus"] for one in read["inputs"]} == {"DELETED"}, read
    assert [one["relationshipStatus"] for one in read["outputs"]] == ["ACTIVE"], read


def classifications_are_added_changed_and_removed():
    guid = guids["pya://t"]
    client.classify_entity(guid, AtlasClassification("pya_secret", attributes={"level": "1"}))
    fails(lambda: client.classify_entity(guid, AtlasClassification("pya_secret")), "pya_secret")
    client.classify_entity(
        guid,
        [AtlasClassification("pya_secret", attributes={"level": "2"}), AtlasClassification("pya_open")],
        force_update=True,
    )
    assert client.get_entity_classification(guid, "pya_secret")["attributes"]["level"] == "2"
    assert len(client.get_entity_classifications(guid)["list"]) == 2
    client.classify_bulk_entities([guids["pya://t#a"], guids["pya://t#b"]], AtlasClassification("pya_secret", propagate=True))
    client.declassify_entity(guid, "pya_open")
    left = [one["typeName"] for one in client.get_entity_classifications(guid)["list"]]
    assert left == ["pya_secret"], left


def a_classification_comes_with_an_upload():
    entity = AtlasEntity("c", "pya_table", "pya://c", guid=tracker.get_guid())
    entity.addClassification("pya_open", AtlasClassification("pya_secret", attributes={"level": "9"}))
    answer = client.upload_entities(entity)
    guids["pya://c"] = answer["guidAssignments"][str(entity.guid)]
    names = {one["typeName"] for one in client.get_entity_classifications(guids["pya://c"])["list"]}
    assert names == {"pya_open", "pya_secret"}, names


def labels_and_business_metadata_and_custom_attributes_are_kept():
    business = {
        "category": "BUSINESS_METADATA",
        "name": "pya_business",
        "attributeDefs": [
            AtlasAttributeDef("owner", options={"applicableEntityTypes": '["DataSet"]', "maxStrLength": "50"}).to_json()
        ],
    }
    client.upload_typedefs({"businessMetadataDefs": [business]})
    entity = AtlasEntity("d", "pya_table", "pya://d", guid=tracker.get_guid())
    entity.addCustomAttribute(foo="bar")
    guid = client.upload_entities([entity])["guidAssignments"][str(entity.guid)]
    client.update_businessMetadata(guid, {"pya_business": {"owner": "ann"}})
    client.update_entity_labels(["one", "two"], guid=guid)
    client.update_entity_labels(["three"], typeName="pya_table", qualifiedName="pya://d")
    read = client.get_single_entity(guid=guid)["entity"]
    assert set(read["labels"]) == {"one", "two", "three"}, read
    assert read["businessAttributes"]["pya_business"]["owner"] == "ann", read
    assert read["customAttributes"] == {"foo": "bar"}, read
    client.delete_entity_labels(["one"], guid=guid)
    client.delete_businessMetadata(guid, {"pya_business": {"owner": ""}})
    read = client.get_single_entity(guid=guid)["entity"]
    assert set(read["labels"]) == {"two", "three"} and not read.get("businessAttributes"), read


def relationships_are_made_read_and_deleted():
    column = AtlasEntity("lone", "pya_column", "pya://lone", guid=tracker.get_guid(), attributes={"data_type": "int"})
    guid = client.upload_entities([column])["guidAssignments"][str(column.guid)]
    made = client.upload_relationship(
        {
            "typeName": "pya_table_columns",
            "attributes": {},
            "guid": -100,
            "provenanceType": 0,
            "end1": {"guid": guids["pya://c"], "typeName": "pya_table", "uniqueAttributes": {"qualifiedName": "pya://c"}},
            "end2": {"guid": guid, "typeName": "pya_column", "uniqueAttributes": {"qualifiedName": "pya://lone"}},
        }
    )
    assert client.get_relationship(made["guid"])["relationship"]["end2"]["guid"] == guid
    client.delete_relationship(made["guid"])


def column_lineage_of_the_scaffold_is_uploaded():
    types = column_lineage_scaffold("pyascaffold", use_column_mapping=True)
    answer = client.upload_typedefs(types, force_update=True)
    assert len(answer["entityDefs"]) == 4, [one["name"] for one in answer["entityDefs"]]
    assert "columnMapping" in str(client.get_typedef(name="pyascaffold_process")["attributeDefs"])


def entities_types_and_lineage_come_from_a_spreadsheet():
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "book.xlsx")
    reader = ExcelReader(ExcelConfiguration())
    reader.make_template(path)
    book = load_workbook(path)

    def fill(sheet, *rows):
        page = book[sheet]
        headers = [cell.value for cell in page[1]]
        for name in {name for row in rows for name in row} - set(headers):
            page.cell(row=1, column=len(headers) + 1, value=name)
            headers.append(name)
        for number, row in enumerate(rows, 2):
            for name, value in row.items():
                page.cell(row=number, column=headers.index(name) + 1, value=value)

    fill(
        "EntityDefs",
        {"Entity TypeName": "pya_sheet", "name": "steward", "description": "who cares"},
        {"Entity TypeName": "pya_sheet", "name": "rows", "description": "how many"},
    )
    fill("ClassificationDefs", {"classificationName": "pya_sheet_tag", "entityTypes": "DataSet", "description": "d"})
    fill(
        "BulkEntities",
        {"typeName": "pya_sheet", "name": "b1", "qualifiedName": "pya://b1", "classifications": "pya_sheet_tag", "steward": "ann"},
        {"typeName": "pya_sheet", "name": "b2", "qualifiedName": "pya://b2"},
    )
    fill(
        "UpdateLineage",
        {
            "Target typeName": "pya_sheet",
            "Target qualifiedName": "pya://b2",
            "Source typeName": "pya_sheet",
            "Source qualifiedName": "pya://b1",
            "Process name": "sheet",
            "Process qualifiedName": "pya://sheet",
            "Process typeName": "Process",
        },
    )
    book.save(path)
    client.upload_typedefs(reader.parse_entity_defs(path), force_update=True)
    client.upload_typedefs(reader.parse_classification_defs(path), force_update=True)
    made = client.upload_entities(reader.parse_bulk_entities(path))
    assert len(made["guidAssignments"]) == 2, made
    client.upload_entities(reader.parse_update_lineage(path))
    target = client.get_entity(qualifiedName="pya://b2", typeName="pya_sheet")["entities"][0]
    lineage = client.get_entity_lineage(target["guid"], direction="BOTH")
    assert len(lineage["relations"]) == 2, lineage
    source = client.get_entity(qualifiedName="pya://b1", typeName="pya_sheet")["entities"][0]
    assert source["attributes"]["steward"] == "ann" and source["classifications"], source


def the_glossary_is_filled_and_terms_assigned():
    glossary = client.glossary._post_http(
        f"{url}/api/atlas/v2/glossary", json={"name": "Glossary", "shortDescription": "of tests"}
    ).body
    terms = [AtlasGlossaryTerm(name=name, qualifiedName=f"{name}@Glossary", glossaryGuid=glossary["guid"], longDescription="d") for name in ("Sales", "Cost")]
    client.glossary.upload_terms(terms, force_update=False)
    one = client.glossary.upload_term(AtlasGlossaryTerm(name="Lone", qualifiedName="Lone@Glossary", glossaryGuid=glossary["guid"]))
    assert one["qualifiedName"] == "Lone@Glossary", one
    assert client.glossary.get_term(name="Sales")["guid"]
    assert len(client.glossary.get_glossary(name="Glossary")["terms"]) == 3
    assert len(client.glossary.get_glossary(guid=glossary["guid"], detailed=True)["termInfo"]) == 3
    read = lambda: AtlasEntity.from_json(client.get_single_entity(guid=guids["pya://t"])["entity"])
    client.glossary.assignTerm(entities=[read()], termName="Sales")
    assigned = client.glossary.get_termAssignedEntities(termName="Sales")
    assert [each["guid"] for each in assigned] == [guids["pya://t"]], assigned
    client.glossary.delete_assignedTerm(entities=[read()], termName="Sales")
    assert not client.glossary.get_termAssignedEntities(termName="Sales")
    client.glossary.delete_term(one["guid"])
    assert any(each["name"] == "Glossary" for each in client.glossary.get_glossaries())


def what_if_knows_the_types():
    validator = WhatIfValidator(type_defs=client.get_all_typedefs())
    bad = AtlasEntity("bad", "pya_column", "pya://bad", guid=-1, attributes={"nothing": 1})
    report = validator.validate_entities([bad.to_json()])
    assert report["total"] > 0, report


def entities_relationships_and_types_are_deleted():
    answer = client.delete_entity(guid=[guids["pya://t#a"], guids["pya://t#b"]])
    assert len(answer["mutatedEntities"]["DELETE"]) == 2, answer
    client.delete_entity(qualifiedName="pya://c", typeName="pya_table")
    gone = client.get_single_entity(guid=guids["pya://c"])["entity"]
    assert gone["status"] == "DELETED", gone
    assert not client.get_entity(qualifiedName="none", typeName="pya_table").get("entities")
    client.upload_typedefs(classificationDefs=[ClassificationTypeDef("pya_gone")])
    client.delete_type("pya_gone")
    fails(lambda: client.get_typedef(name="pya_gone"), "ATLAS-404-00-001")
    client.delete_typedefs(structDefs=[AtlasStructDef("pya_struct", category=TypeCategory.STRUCT)])


run(
    entity_types_with_the_default_attributes_are_uploaded,
    types_are_uploaded_again_with_force_update,
    structs_and_classifications_are_uploaded,
    entities_that_refer_to_each_other_by_guid_are_uploaded,
    an_uploaded_entity_is_read_in_each_way,
    an_entity_is_changed_in_part,
    a_process_by_numeric_guids_in_the_same_upload_makes_lineage,
    inputs_of_a_process_are_ended,
    classifications_are_added_changed_and_removed,
    a_classification_comes_with_an_upload,
    labels_and_business_metadata_and_custom_attributes_are_kept,
    relationships_are_made_read_and_deleted,
    column_lineage_of_the_scaffold_is_uploaded,
    entities_types_and_lineage_come_from_a_spreadsheet,
    the_glossary_is_filled_and_terms_assigned,
    what_if_knows_the_types,
    entities_relationships_and_types_are_deleted,
)
