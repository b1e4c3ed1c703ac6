export default function (config) {
    config.addGlobalData("site", {
        name: "Made-up guides",
        url: "https://guides.example.com",
        tags: ["en", "de"],
        languages: {en: "English", de: "Deutsch"},
    })
    config.addPassthroughCopy({"style.css": "style.css"})
    config.setQuietMode(true)
    return {
        dir: {input: "content", layouts: "../layouts", output: "public"},
        markdownTemplateEngine: false,
    }
}
