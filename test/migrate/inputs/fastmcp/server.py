"""The shop as an MCP server."""
import json
from pathlib import Path

import httpx
from fastmcp import FastMCP
from fastmcp.server.openapi import MCPType, RouteMap

spec = json.loads(Path("../openapi.yaml").read_text())  # RouteMap(mcp_type=MCPType.EXCLUDE)
client = httpx.AsyncClient(base_url="https://shop.example/v1", headers={"Authorization": f"Bearer {TOKEN}"})

custom_maps = [
    # Nothing internal.
    RouteMap(pattern=r"^/admin/.*", mcp_type=MCPType.EXCLUDE),
    RouteMap(methods=["DELETE"], tags={"products", "admin"}, mcp_type=MCPType.EXCLUDE),
    RouteMap(
        methods=["GET"],
        pattern=r".*\{.*\}.*",
        mcp_type=MCPType.RESOURCE_TEMPLATE,
        mcp_tags={"detail"},
    ),
    RouteMap(methods=["GET"], tags={"reports"}, mcp_type=MCPType.TOOL, mcp_tags={"slow"}),
]

mcp = FastMCP.from_openapi(
    openapi_spec=spec,
    client=client,
    name="Shop Server",
    route_maps=custom_maps,
    mcp_names={"createProduct": "new-product"},
    route_map_fn=lambda route, kind: None,
    timeout=30.0,
)

if __name__ == "__main__":
    mcp.run()
