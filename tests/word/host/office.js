// Loaded behind Microsoft's library, in the place of what Word brings along: `host` says which Word it is.

(() => {
  const { createMethodObject, createPropertyObject, invokeMethod, invokeSetProperty } = OfficeExtension.BatchApiHelper;
  const newest = (set) => Number((host.sets[set] ?? "1.0").split(".")[1]);

  globalThis.Office = {
    HostType: { Word: "Word" },
    onReady: (ready) => Promise.resolve({ host: "Word", platform: host.platform }).then(ready),
    context: {
      platform: host.platform,
      diagnostics: { host: "Word", platform: host.platform, version: "16.0" },
      document: { url: host.url },
      officeTheme: host.theme ? { bodyBackgroundColor: host.theme } : undefined,
      requirements: {
        // The library knows sets by names of its own, too; it may believe that they are there.
        isSetSupported: (set, version = "1.1") =>
          /^WordApi(Desktop)?$/.test(set) ? Number(version.split(".")[1]) <= newest(set) : set === "WordApiOnline",
      },
    },
  };

  class Session extends OfficeExtension.SessionBase {
    _resolveRequestUrlAndHeaderInfo() {
      return Promise.resolve({ url: "host", headers: {} });
    }
    _createRequestExecutorOrNull() {
      const executeAsync = async (_data, _flags, { Body }) => JSON.parse(await hostAnswers(JSON.stringify(Body)));
      return { executeAsync };
    }
  }
  OfficeExtension.SessionBase._overrideSession = new Session();

  // Members that are younger than the library, each by the name that it would have for them.

  const own = (name) => name[0].toUpperCase() + name.slice(1);
  const define = (type, name, descriptor) =>
    Object.defineProperty(type.prototype, name, { configurable: true, enumerable: true, ...descriptor });
  const method = (type, name) =>
    (type.prototype[name] = function (...args) {
      invokeMethod(this, own(name), 0, args, 0, 0);
    });
  const maker = (type, name, made, isCollection = false) =>
    (type.prototype[name] = function (...args) {
      return createMethodObject(Word[made], this, own(name), 0, args, isCollection, !isCollection, null, 0);
    });
  const part = (type, name, made, isCollection = true) =>
    define(type, name, {
      get() {
        return (this[`more_${name}`] ??= createPropertyObject(Word[made], this, own(name), isCollection, 4));
      },
    });
  const values = (type, ...names) => {
    const inherited = type.prototype._handleResult;
    type.prototype._handleResult = function (value) {
      inherited.call(this, value);
      for (const name of names) if (value && own(name) in value) this[`value_${name}`] = value[own(name)];
    };
    for (const name of names) {
      define(type, name, {
        get() {
          return this[`value_${name}`];
        },
        set(value) {
          this[`value_${name}`] = value;
          invokeSetProperty(this, own(name), value, 0);
        },
      });
    }
  };

  /** A class that the library lacks altogether, made in the likeness of one that it has. */
  const likeness = (name, of, ...names) => {
    Word[name] = class extends of {};
    Word[name].prototype._handleResult = function (value) {
      OfficeExtension.ClientObject.prototype._handleResult.call(this, value);
      if (value?._ReferenceId) this.__R = value._ReferenceId;
    };
    values(Word[name], ...names);
  };
  const collection = (name, item) => {
    Word[name] = class extends Word.RangeCollection {};
    Word[name].prototype._handleResult = function (value) {
      OfficeExtension.ClientObject.prototype._handleResult.call(this, value);
      if (value?._ReferenceId) this.__R = value._ReferenceId;
      if (value?._Items) {
        this.m__items = value._Items.map((each, at) => {
          const made = OfficeExtension.BatchApiHelper.createChildItemObject(Word[item], false, this, each, at);
          made._handleResult(each);
          return made;
        });
      }
    };
  };

  values(Word.Range, "start", "end");
  values(Word.Font, "allCaps", "smallCaps");
  method(Word.Font, "reset");
  method(Word.Paragraph, "reset");
  maker(Word.Table, "mergeCells", "TableCell");

  likeness("Field", Word.Range, "code");
  collection("FieldCollection", "Field");
  part(Word.Range, "fields", "FieldCollection");
  part(Word.Body, "fields", "FieldCollection");

  likeness("ListedStyle", Word.Range, "nameLocal", "type", "builtIn");
  collection("StyleCollection", "ListedStyle");
  maker(Word.Document, "getStyles", "StyleCollection", true);

  likeness("ShapeTextWrap", Word.Font, "type");
  likeness("Shape", Word.InlinePicture, "id", "width", "height", "lockAspectRatio", "altTextDescription");
  part(Word.Shape, "textWrap", "ShapeTextWrap", false);
  maker(Word.Range, "insertPictureFromBase64", "Shape");
})();
