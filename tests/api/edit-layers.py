"""Edits the WFS layers of a project as a person in QGIS does; prints what it was told as JSON.

Arguments: address of the WFS, token, version of WFS (or auto), CRS, and what to do: all, or one of the steps below.
"""

import json
import sys

from qgis.core import (
    QgsApplication,
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsFeature,
    QgsGeometry,
    QgsNetworkAccessManager,
    QgsProject,
    QgsVectorLayer,
)

address, token, version, crs, what = sys.argv[1:6]
QgsApplication.setPrefixPath("/usr", True)
application = QgsApplication([], False)
application.initQgis()
said = []


def hear(message, tag, level):
    said.append(message)


def sign_in(request):
    request.setRawHeader(b"Authorization", b"Bearer " + token.encode())


QgsApplication.messageLog().messageReceived.connect(hear)
QgsNetworkAccessManager.setRequestPreprocessor(sign_in)


def opened(name):
    uri = f"restrictToRequestBBOX='1' srsname='{crs}' typename='groma:{name}' url='{address}' version='{version}'"
    return QgsVectorLayer(uri, name, "WFS")


def placed(wkt):
    geometry = QgsGeometry.fromWkt(wkt)
    to = QgsCoordinateReferenceSystem(crs)
    geometry.transform(QgsCoordinateTransform(QgsCoordinateReferenceSystem("EPSG:4326"), to, QgsProject.instance()))
    return geometry


def saved(layer):
    said.clear()
    is_saved = layer.commitChanges()
    if not is_saved:
        layer.rollBack()
    return {"isSaved": is_saved, "said": " ".join(said)}


def found(layer, code):
    return next(feature for feature in layer.getFeatures() if feature["code"] == code)


def insert(name, code, wkt):
    layer = opened(name)
    layer.startEditing()
    feature = QgsFeature(layer.fields())
    feature["code"] = code
    feature.setGeometry(placed(wkt))
    layer.addFeature(feature)
    return saved(layer)


def update():
    layer = opened("wells")
    layer.startEditing()
    well = found(layer, "W1")
    for name, value in {"depth": 9.75, "open": False, "made": None}.items():
        layer.changeAttributeValue(well.id(), layer.fields().indexOf(name), value)
    layer.changeGeometry(found(layer, "W2").id(), placed("POINT (12.25 42.125)"))
    return saved(layer)


def empty_required():
    layer = opened("wells")
    layer.startEditing()
    layer.changeAttributeValue(found(layer, "W1").id(), layer.fields().indexOf("code"), None)
    return saved(layer)


def delete():
    layer = opened("wells")
    layer.startEditing()
    layer.deleteFeature(found(layer, "W3").id())
    return saved(layer)


steps = {
    "insert": lambda: insert("wells", 'New & <b> "è"', "POINT (12.05 42.02)"),
    "bowtie": lambda: insert("plots", "bow", "POLYGON ((12.3 42, 12.4 42.1, 12.4 42, 12.3 42.1, 12.3 42))"),
    "update": update,
    "empty": empty_required,
    "delete": delete,
}
layer = opened("wells")
print(
    json.dumps(
        {
            "isValid": layer.isValid(),
            "capabilities": layer.dataProvider().capabilitiesString(),
            "steps": {name: step() for name, step in steps.items() if what in ("all", name)},
        }
    )
)
application.exitQgis()
