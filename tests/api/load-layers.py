"""Loads a layer definition file as QGIS does; prints what it has found as JSON. Arguments: the file, a token."""

import json
import sys

from qgis.core import (
    QgsApplication,
    QgsFeatureRequest,
    QgsLayerDefinition,
    QgsNetworkAccessManager,
    QgsProject,
    QgsRectangle,
    QgsWkbTypes,
)

path, token = sys.argv[1:3]
QgsApplication.setPrefixPath("/usr", True)
application = QgsApplication([], False)
application.initQgis()


def sign_in(request):
    request.setRawHeader(b"Authorization", b"Bearer " + token.encode())


QgsNetworkAccessManager.setRequestPreprocessor(sign_in)

project = QgsProject.instance()
is_loaded, message = QgsLayerDefinition.loadLayerDefinition(path, project, project.layerTreeRoot())


def described(node):
    layer = node.layer()
    if layer is None or not layer.isValid():
        return {"name": node.name(), "isValid": False, "error": layer and layer.error().summary()}
    features = list(layer.getFeatures())
    extent = layer.extent()
    half = QgsRectangle(extent.xMinimum(), extent.yMinimum(), extent.center().x(), extent.yMaximum())
    renderer = layer.renderer()
    symbol = renderer.symbol() if renderer and renderer.type() == "singleSymbol" else None
    return {
        "name": node.name(),
        "isValid": True,
        "provider": layer.dataProvider().name(),
        "crs": layer.crs().authid(),
        "geometry": QgsWkbTypes.displayString(layer.wkbType()),
        "fields": {field.name(): field.typeName() for field in layer.fields()},
        "count": len(features),
        "inWestHalf": len(list(layer.getFeatures(QgsFeatureRequest(half)))),
        "wkt": sorted(feature.geometry().asWkt(9) for feature in features),
        "attributes": [
            {name: None if value is None or repr(value) == "NULL" else str(value) for name, value in zip(layer.fields().names(), feature.attributes())}
            for feature in features
        ],
        "symbol": symbol and [
            {"kind": part.layerType(), "color": part.color().name(), "properties": part.properties()}
            for part in symbol.symbolLayers()
        ],
        "label": layer.labeling().settings().fieldName if layer.labelsEnabled() else None,
    }


print(
    json.dumps(
        {
            "isLoaded": is_loaded,
            "message": message,
            "groups": [group.name() for group in project.layerTreeRoot().findGroups()],
            "layers": [described(node) for node in project.layerTreeRoot().findLayers()],
        }
    )
)
application.exitQgis()
