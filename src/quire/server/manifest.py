"""The add-in's manifest: what Word reads to know of the pane."""

from __future__ import annotations

from urllib.parse import urlencode
from xml.sax.saxutils import escape

from quire import __version__

ID = "6c2f4d0e-6a63-4d0b-9a57-3d1f0f6b7c11"
"""Names the add-in for ever: Word takes another id for another add-in."""
NAME = "Quire"
DESCRIPTION = "Lets AI agents read and edit this document while you watch, pause or undo."
SIZES = (16, 32, 64, 80, 128)

_TEMPLATE = """\
<?xml version="1.0" encoding="UTF-8"?>
<OfficeApp xmlns="http://schemas.microsoft.com/office/appforoffice/1.1"
           xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
           xmlns:bt="http://schemas.microsoft.com/office/officeappbasictypes/1.0"
           xsi:type="TaskPaneApp">
  <Id>{id}</Id>
  <Version>{version}</Version>
  <ProviderName>{name}</ProviderName>
  <DefaultLocale>en-US</DefaultLocale>
  <DisplayName DefaultValue="{name}"/>
  <Description DefaultValue="{description}"/>
  <IconUrl DefaultValue="{address}/icon-32.png"/>
  <HighResolutionIconUrl DefaultValue="{address}/icon-64.png"/>
  <Hosts>
    <Host Name="Document"/>
  </Hosts>
  <Requirements>
    <Sets DefaultMinVersion="1.3">
      <Set Name="WordApi" MinVersion="1.3"/>
    </Sets>
  </Requirements>
  <DefaultSettings>
    <SourceLocation DefaultValue="{pane}"/>
  </DefaultSettings>
  <Permissions>ReadWriteDocument</Permissions>
  <VersionOverrides xmlns="http://schemas.microsoft.com/office/taskpaneappversionoverrides"
                    xsi:type="VersionOverridesV1_0">
    <Hosts>
      <Host xsi:type="Document">
        <DesktopFormFactor>
          <ExtensionPoint xsi:type="PrimaryCommandSurface">
            <OfficeTab id="TabHome">
              <Group id="Quire.Group">
                <Label resid="Quire.Name"/>
                <Icon>
                  <bt:Image size="16" resid="Quire.Icon16"/>
                  <bt:Image size="32" resid="Quire.Icon32"/>
                  <bt:Image size="80" resid="Quire.Icon80"/>
                </Icon>
                <Control xsi:type="Button" id="Quire.Button">
                  <Label resid="Quire.Name"/>
                  <Supertip>
                    <Title resid="Quire.Name"/>
                    <Description resid="Quire.Description"/>
                  </Supertip>
                  <Icon>
                    <bt:Image size="16" resid="Quire.Icon16"/>
                    <bt:Image size="32" resid="Quire.Icon32"/>
                    <bt:Image size="80" resid="Quire.Icon80"/>
                  </Icon>
                  <Action xsi:type="ShowTaskpane">
                    <TaskpaneId>Quire.Pane</TaskpaneId>
                    <SourceLocation resid="Quire.Address"/>
                  </Action>
                </Control>
              </Group>
            </OfficeTab>
          </ExtensionPoint>
        </DesktopFormFactor>
      </Host>
    </Hosts>
    <Resources>
      <bt:Images>
        <bt:Image id="Quire.Icon16" DefaultValue="{address}/icon-16.png"/>
        <bt:Image id="Quire.Icon32" DefaultValue="{address}/icon-32.png"/>
        <bt:Image id="Quire.Icon80" DefaultValue="{address}/icon-80.png"/>
      </bt:Images>
      <bt:Urls>
        <bt:Url id="Quire.Address" DefaultValue="{pane}"/>
      </bt:Urls>
      <bt:ShortStrings>
        <bt:String id="Quire.Name" DefaultValue="{name}"/>
      </bt:ShortStrings>
      <bt:LongStrings>
        <bt:String id="Quire.Description" DefaultValue="{description}"/>
      </bt:LongStrings>
    </Resources>
  </VersionOverrides>
</OfficeApp>
"""


def manifest(port: int, key: str) -> str:
    """The manifest of the add-in that is served on a port of this machine; its pane shows the key."""
    address = f"https://localhost:{port}/word-addin"
    told = {
        "id": ID, "version": _version(), "name": NAME, "description": DESCRIPTION, "address": address,
        "pane": f"{address}/pane.html?{urlencode({'key': key})}",
    }  # fmt: skip
    return _TEMPLATE.format(**{name: escape(value, {'"': "&quot;"}) for name, value in told.items()})


def _version() -> str:
    """Quire's version as manifests have it: four numbers, the first at least 1, so that Word sees what is newer."""
    numbers = [part for part in __version__.split(".") if part.isdigit()][:3]
    return ".".join(["1", *numbers, *["0"] * (3 - len(numbers))])
