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
        // What came with WordApi 1.4 and 1.5 has, in the library, the name of a set before them.
        isSetSupported: (set, version = "1.1") =>
          set === "WordApiOnline" ? newest("WordApi") >= 5 : Number(version.split(".")[1]) <= newest(set),
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

  // Members that are younger than the library, each by the name that it would have for them, and its set.

  const check = (set, name) => OfficeExtension.Utility.throwIfApiNotSupported(name, ...set.split(" "), "Word");
  const own = (name) => name[0].toUpperCase() + name.slice(1);
  const define = (type, name, descriptor) =>
    Object.defineProperty(type.prototype, name, { configurable: true, enumerable: true, ...descriptor });
  const method = (set, type, name) =>
    (type.prototype[name] = function (...args) {
      check(set, name);
      invokeMethod(this, own(name), 0, args, 0, 0);
    });
  const maker = (set, type, name, made, isCollection = false) =>
    (type.prototype[name] = function (...args) {
      check(set, name);
      return createMethodObject(Word[made], this, own(name), 0, args, isCollection, !isCollection, null, 0);
    });
  const part = (set, type, name, made, isCollection = true) =>
    define(type, name, {
      get() {
        check(set, name);
        return (this[`more_${name}`] ??= createPropertyObject(Word[made], this, own(name), isCollection, 4));
      },
    });
  const values = (set, type, ...names) => {
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
          check(set, name);
          this[`value_${name}`] = value;
          invokeSetProperty(this, own(name), value, 0);
        },
      });
    }
  };

  /** A class that the library lacks altogether, made in the likeness of one that it has. */
  const likeness = (set, name, of, ...names) => {
    Word[name] = class extends of {};
    Word[name].prototype._handleResult = function (value) {
      OfficeExtension.ClientObject.prototype._handleResult.call(this, value);
      if (value?._ReferenceId) this.__R = value._ReferenceId;
    };
    values(set, Word[name], ...names);
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

  values("WordApiDesktop 1.4", Word.Range, "start", "end");
  values("WordApiDesktop 1.3", Word.Font, "allCaps", "smallCaps");
  method("WordApiDesktop 1.3", Word.Font, "reset");
  method("WordApiDesktop 1.4", Word.Paragraph, "reset");
  maker("WordApi 1.4", Word.Table, "mergeCells", "TableCell");

  likeness("WordApi 1.4", "Field", Word.Range, "code");
  collection("FieldCollection", "Field");
  part("WordApi 1.4", Word.Range, "fields", "FieldCollection");
  part("WordApi 1.4", Word.Body, "fields", "FieldCollection");

  likeness("WordApi 1.5", "ListedStyle", Word.Range, "nameLocal", "type", "builtIn");
  collection("StyleCollection", "ListedStyle");
  maker("WordApi 1.5", Word.Document, "getStyles", "StyleCollection", true);

  const shape = "WordApiDesktop 1.2";
  likeness(shape, "ShapeTextWrap", Word.Font, "type");
  likeness(shape, "Shape", Word.InlinePicture, "id", "width", "height", "lockAspectRatio", "altTextDescription");
  part(shape, Word.Shape, "textWrap", "ShapeTextWrap", false);
  maker(shape, Word.Range, "insertPictureFromBase64", "Shape");
})();
